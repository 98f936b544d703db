package main

import (
	"strconv"
	"syscall/js"
)

// main publishes the functions and keeps running, so that they can be called. JavaScript
// calls one at a time, so they share their lines.
func main() {
	r := &recentLines{}
	published := map[string]any{}
	for name := range functions {
		published[name] = js.FuncOf(func(_ js.Value, args []js.Value) any {
			return r.call(name, texts(args))
		})
	}
	js.Global().Set("wane", js.ValueOf(published))
	select {}
}

// texts returns arguments as strings; those that are neither strings nor numbers are
// empty.
func texts(args []js.Value) []string {
	out := make([]string, len(args))
	for i, a := range args {
		switch a.Type() {
		case js.TypeString:
			out[i] = a.String()
		case js.TypeNumber:
			out[i] = strconv.Itoa(a.Int())
		}
	}
	return out
}
