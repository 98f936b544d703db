//go:build !js

package cheshire

import _ "embed"

//go:embed rules.md
var rules string
