}
package config

import (
	"fmt"
	"os"
)

func main() {}
