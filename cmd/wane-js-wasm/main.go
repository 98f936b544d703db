//go:build !js

package main

import (
	"fmt"
	"os"
)

func main() {
	fmt.Fprintln(os.Stderr, "wane-js-wasm runs in JavaScript: build it with 'make npm'")
	os.Exit(2)
}
