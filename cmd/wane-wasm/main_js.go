package main

import (
	"strconv"
	"syscall/js"
)

// main puts the functions into place and stays, so that they can be called.
// JavaScript calls one function at a time, so one desk serves them all.
func main() {
	d := newDesk()
	functions := map[string]any{}
	for name := range questions {
		functions[name] = js.FuncOf(func(_ js.Value, args []js.Value) any {
			return d.answer(name, texts(args))
		})
	}
	js.Global().Set("wane", js.ValueOf(functions))
	select {}
}

// texts returns arguments as texts. What is neither text nor number is empty.
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
