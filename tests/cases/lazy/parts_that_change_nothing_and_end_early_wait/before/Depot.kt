package depot

import java.util.UUID

class Depot {
    private val crates = mutableMapOf<UUID, String>()

    fun count(): Int {
        return crates.size
    }

    fun labels(): List<String> {
        return crates.values.toList()
    }
}
