module Desk
  class Box
    def weigh
      @parts.sum
    end
  end
end
