//go:build !js

package convergent

import _ "embed"

//go:embed rules.md
var rules string
