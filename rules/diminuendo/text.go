//go:build !js

package diminuendo

import _ "embed"

//go:embed rules.md
var rulesText string
