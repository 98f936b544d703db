//go:build !js

package main

import (
	"fmt"
	"os"
)

func main() {
	fmt.Fprintln(os.Stderr, "wane-engine-wasm runs in web pages: build it with GOOS=js GOARCH=wasm, as 'make web' does")
	os.Exit(2)
}
