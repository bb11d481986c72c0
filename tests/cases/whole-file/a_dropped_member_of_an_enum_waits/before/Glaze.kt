enum class Glaze {
    Celadon,
    Tenmoku,
    Shino,
}

fun heat(glaze: Glaze): Int {
    val base = 1200
    return base
}
