class Jar
  def load
    @n = 1
  end

  def lid
    2
  end
end
