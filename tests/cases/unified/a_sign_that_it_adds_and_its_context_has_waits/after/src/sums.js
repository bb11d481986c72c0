let total = first()
let rest = second()
let tail = third()
