class Jar
  def load
    @n = 1
  end

  def clean
    @n = 0
  end

  def lid
    2
  end
end
