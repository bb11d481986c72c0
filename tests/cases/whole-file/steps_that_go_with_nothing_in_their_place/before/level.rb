class Level
  def of(name)
    if name == "a" then 1
    else 0
    end
  end
end
