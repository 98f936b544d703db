package main

import (
	"context"
	"syscall/js"

	"github.com/wane-chess/wane/engine/eval"
	"github.com/wane-chess/wane/engine/search"
	"github.com/wane-chess/wane/internal/page/engineworker"
	"github.com/wane-chess/wane/internal/page/pagejson"
	"github.com/wane-chess/wane/rules"
	"github.com/wane-chess/wane/tablebase"
)

// main sets the function and waits forever, so that the function can be called.
func main() {
	s := engineworker.New(newEngine, rules.ByName, send, newYield())
	js.Global().Set("waneEngine", js.FuncOf(func(_ js.Value, args []js.Value) any {
		if len(args) == 1 && args[0].Type() == js.TypeString {
			s.Handle(args[0].String())
		}
		return nil
	}))
	s.Run(context.Background())
}

// newEngine returns the engine, with the built-in tablebases.
func newEngine(mb int) (engineworker.Engine, error) {
	e, err := search.Sized(eval.Board, mb)
	if err != nil {
		return nil, err
	}
	e.SetTables(tablebase.Builtin())
	return e, nil
}

// send sends an answer to the page.
func send(a engineworker.Answer) {
	js.Global().Call("postMessage", pagejson.Marshal(a.JSON))
}

// newYield returns a function that lets JavaScript run once.
func newYield() func() {
	channel := js.Global().Get("MessageChannel").New()
	back := make(chan struct{}, 1)
	channel.Get("port1").Set("onmessage", js.FuncOf(func(js.Value, []js.Value) any {
		back <- struct{}{}
		return nil
	}))
	out := channel.Get("port2")
	return func() {
		out.Call("postMessage", js.Null())
		<-back
	}
}
