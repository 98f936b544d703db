//go:build !js

package shrink

import _ "embed"

//go:embed rules.md
var shrinkRules string

//go:embed chess.md
var chessRules string
