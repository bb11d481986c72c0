class Jar
  def load
    1
  end
end
