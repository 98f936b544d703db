package main

import (
	"context"
	"syscall/js"

	"github.com/wane-chess/wane/engine/eval"
	"github.com/wane-chess/wane/engine/search"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/message"
	"github.com/wane-chess/wane/internal/page/engineworker"
	"github.com/wane-chess/wane/internal/page/pagejson"
	"github.com/wane-chess/wane/rules"
	"github.com/wane-chess/wane/tablebase"
)

// main sets the function and waits forever, so that the function can be called.
func main() {
	s := engineworker.New(newEngine, withNetwork, send, newYield())
	js.Global().Set("waneEngine", js.FuncOf(func(_ js.Value, args []js.Value) any {
		if len(args) == 1 && args[0].Type() == js.TypeString {
			s.Handle(args[0].String())
		}
		return nil
	}))
	s.Run(context.Background())
}

// withNetwork returns a variant, and loads its network when it is first used.
func withNetwork(name string) (game.Game, error) {
	g, err := rules.ByName(name)
	if err != nil || fetched[g.Name()] {
		return g, err
	}
	file, err := fetch(g.Name())
	if err == nil && file != nil {
		err = eval.AddNetwork(g, file)
	}
	if err != nil {
		return nil, message.Errorf("the network of %s: %w", g.Name(), err)
	}
	fetched[g.Name()] = true
	return g, nil
}

// fetched has the variants whose networks have been fetched, or that have none.
var fetched = map[string]bool{}

// fetch returns the file of a variant's network, or nil if it has none.
func fetch(name string) (file []byte, err error) {
	done := make(chan struct{})
	then := js.FuncOf(func(_ js.Value, args []js.Value) any {
		switch bytes := args[0]; {
		case bytes.IsNull() || bytes.IsUndefined():
		case !bytes.InstanceOf(js.Global().Get("Uint8Array")):
			err = message.Errorf("expected a Uint8Array")
		default:
			file = make([]byte, bytes.Get("length").Int())
			js.CopyBytesToGo(file, bytes)
		}
		close(done)
		return nil
	})
	failed := js.FuncOf(func(_ js.Value, args []js.Value) any {
		err = message.Errorf("%s", js.Global().Call("String", args[0]).String())
		close(done)
		return nil
	})
	defer then.Release()
	defer failed.Release()
	js.Global().Call("waneNetwork", name).Call("then", then, failed)
	<-done
	return file, err
}

// newEngine returns the engine, with the built-in tablebases.
func newEngine(mb int) (engineworker.Engine, error) {
	e, err := search.NewSized(eval.NewNode, mb)
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
