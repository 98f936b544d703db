package browser

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"io/fs"
	"slices"
	"testing"
	"time"

	"github.com/wane-chess/wane/engine/eval"
	"github.com/wane-chess/wane/engine/search"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/lab/bench"
	"github.com/wane-chess/wane/internal/lab/bench/benchtest"
	"github.com/wane-chess/wane/internal/page/engineworker"
	"github.com/wane-chess/wane/rules"
	"github.com/wane-chess/wane/web"
)

var rounds = flag.Int("engine.rounds", 0,
	"measure the engine in Chromium against the native one, so many times each position")

// TestEngineSpeed measures the engine in a worker of Chromium against the same
// engine here ('make bench-browser'), the time from the click to the first line for a
// new visitor, and how soon it reacts to a stop.
func TestEngineSpeed(t *testing.T) {
	if *rounds == 0 {
		t.Skip("measures only with -engine.rounds")
	}
	base := serve(t)
	var clicks []int
	for i := range 2**rounds + 1 {
		p := newPerson(t, base, fmt.Sprint("visitor ", i), desktop) // with an empty cache
		p.open("/analysis/shrink")
		at := p.find("Engine")
		js[bool](p, `(() => {
			addEventListener('click', () => {
				const begun = performance.now()
				const seen = new MutationObserver(() => {
					if (!document.querySelector('section[data-state] ol button')) return
					seen.disconnect()
					globalThis.first = Math.round(performance.now() - begun)
				})
				seen.observe(document.body, { subtree: true, childList: true })
			}, { once: true, capture: true })
			return true
		})()`)
		p.pressAt(at)
		p.until("there is a line", `globalThis.first`)
		clicks = append(clicks, js[int](p, `first`))
		p.leave()
	}
	slices.Sort(clicks)
	t.Logf("from the click to the first line: median %d ms of %v", clicks[len(clicks)/2], clicks)

	page, err := web.Page()
	if err != nil {
		t.Fatal(err)
	}
	scripts, err := fs.Glob(page, "assets/worker-*.js")
	if err != nil || len(scripts) != 1 {
		t.Fatalf("the worker's script is one of %v (%v)", scripts, err)
	}
	p := newPerson(t, base, "Ann", desktop)
	p.open("/")
	js[bool](p, `new Promise((ready) => {
		globalThis.worker = new Worker('/`+scripts[0]+`', { type: 'module' })
		globalThis.ask = (command) => new Promise((done) => {
			worker.onmessage = (e) => { const a = JSON.parse(e.data); if (a.t !== 'info' && a.id === command.id) done(a) }
			worker.postMessage(JSON.stringify(command))
		})
		worker.onmessage = () => ready(true)
	})`)
	list, err := bench.Positions(rules.ByName)
	if err != nil {
		t.Fatal(err)
	}
	chromium := func(at game.Position, depth int) (uint64, time.Duration, error) {
		before := workerTime()
		a := js[engineworker.Answer](p,
			fmt.Sprintf(`ask({ t: 'go', id: 1, variant: %s, fen: %s, depth: %d, hash: %d, newgame: true })`,
				quote(at.Game().Name()), quote(at.String()), depth, search.DefaultMB))
		if a.T != "bestmove" {
			return 0, 0, fmt.Errorf("%s: %+v", at, a)
		}
		took := cmp.Or(workerTime()-before, time.Duration(a.Info.Time)*time.Millisecond)
		return uint64(a.Info.Nodes), took, nil
	}
	speeds, err := benchtest.Race(list, bench.Depth, *rounds,
		benchtest.Here(context.Background(), search.New(eval.NewNode)), chromium)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("nodes a second: %.0f in Chromium, %.0f here, by processor time: %.1f %%",
		speeds[1], speeds[0], 100*speeds[1]/speeds[0])

	stops := js[[]int](p, `(async () => {
		const took = []
		for (let id = 10; id < 30; id++) {
			worker.postMessage(JSON.stringify({ t: 'go', id, variant: 'cheshire', multipv: 5, hash: 16 }))
			await new Promise((f) => setTimeout(f, 100 + 7 * (id - 10)))
			const begun = performance.now()
			await ask({ t: 'stop', id })
			took.push(Math.round(performance.now() - begun))
		}
		return took.sort((a, b) => a - b)
	})()`)
	t.Logf("a stop is done after %v ms", stops)
}
