package browser

import (
	"context"
	"fmt"
	"strings"
	"time"
	"unicode"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// point is a place in the window, in CSS pixels.
type point struct{ X, Y float64 }

// press clicks the visible button, link or label with that text or accessible name,
// in the innermost open dialog if there is one. On a touch screen it taps.
func (p *person) press(name string) {
	p.t.Helper()
	p.pressOn("something to press called "+name, byName(name), p.pressAt)
}

// pressOn presses the element that an expression returns. A press that misses it, since the
// element moved meanwhile as it may on a busy machine, is kept from the page and repeated.
func (p *person) pressOn(what, element string, pressAt func(at point)) {
	p.t.Helper()
	deadline := time.Now().Add(patience)
	for {
		pressAt(p.findAnd(what, element, aim))
		// Without an answer, the page has changed: that is what the press was for.
		if missed, err := ask[bool](p, `window.pressed?.missed === true`); err != nil || !missed {
			return
		}
		p.t.Logf("%s: the press missed %s: once more", p.name, what)
		if time.Now().After(deadline) {
			p.fail("each press missed %s", what)
		}
	}
}

func (p *person) pressAt(at point) {
	p.t.Helper()
	if !p.look.touch {
		p.click(at)
		return
	}
	p.tap(at)
	// The browser turns a tap into a click a little later. The click may leave the page,
	// and with it the promise: that is no fault.
	const frames = `new Promise((f) => requestAnimationFrame(() => requestAnimationFrame(() => f(true))))`
	if p.remote != nil {
		_ = p.evaluate(frames, new(bool))
		return
	}
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	_, err := chromedp.Run(ctx, chromedp.Evaluate[bool](frames, chromedp.EvalAwaitPromise))
	if err != nil &&
		!strings.Contains(err.Error(), "navigated or closed") &&
		!strings.Contains(err.Error(), "context was destroyed") {
		p.fail("tap: %v", err)
	}
}

// find waits until an element of that name can be pressed: it is visible and enabled,
// nothing covers it and it does not move.
func (p *person) find(name string) point {
	p.t.Helper()
	return p.findAnd("something to press called "+name, byName(name), `() => {}`)
}

// findAnd is find for the element that an expression returns, and calls a function with it.
func (p *person) findAnd(what, element, call string) point {
	p.t.Helper()
	script := `((e) => {
		if (!e) return null
		const place = () => { const r = e.getBoundingClientRect(); return { X: r.x + r.width / 2, Y: r.y + r.height / 2 } }
		const hit = (at) => e.getClientRects().length && (` + hits + `)(e, document.elementFromPoint(at.X, at.Y))
		if (!hit(place())) e.scrollIntoView({ block: 'center' })
		return Promise.resolve((` + steady + `)(() => hit(place()) ? place() : null)).then((at) => {
			if (at) (` + call + `)(e)
			return at
		})
	})(` + element + `)`
	return p.somewhere("there is "+what, script)
}

// hits reports whether a press on what is at a place is one on an element: on a part of it, or
// on the label around it. What merely contains the element is beside it.
const hits = `(e, on) => on instanceof Node && (e.contains(on) || on.contains(e) && !!on.closest?.('label'))`

// aim keeps the next press of the mouse or a finger from all but an element. The press has missed
// until it begins on the element, and again if it or the click that it causes ends elsewhere.
const aim = `(e) => {
	window.pressed?.stop()
	const kinds = ['pointerdown', 'mousedown', 'touchstart', 'pointerup', 'mouseup', 'touchend', 'click']
	const pressed = { missed: true, stop: () => kinds.forEach((kind) => removeEventListener(kind, check, true)) }
	let begun = false, elsewhere = false
	const check = (event) => {
		const { type } = event
		const there = (` + hits + `)(e, event.target)
		if (type === 'pointerdown') {
			if (begun) return pressed.stop() // it is another press
			begun = true
			pressed.missed = elsewhere = !there
		}
		if (type === 'pointerup') pressed.missed ||= !there
		if (type === 'click') {
			if (!event.detail) return // it is no click of a pointer
			if (!there && e.isConnected) pressed.missed = elsewhere = true
			pressed.stop()
		}
		if (elsewhere) event.stopImmediatePropagation(), event.cancelable && event.preventDefault()
	}
	kinds.forEach((kind) => addEventListener(kind, check, { capture: true, passive: false }))
	window.pressed = pressed
}`

// steady returns a place that stays the same for two frames, or null.
const steady = `(place) => {
	const was = place()
	return was && new Promise((f) => requestAnimationFrame(() => requestAnimationFrame(() => {
		const at = place()
		f(at && Math.abs(at.X - was.X) + Math.abs(at.Y - was.Y) < 1 ? at : null)
	})))
}`

// somewhere waits until a script returns a place.
func (p *person) somewhere(what, script string) point {
	p.t.Helper()
	var next poll
	deadline := time.Now().Add(patience)
	for {
		if at := js[*point](p, script); at != nil {
			return *at
		}
		if time.Now().After(deadline) {
			p.fail("timed out waiting until %s", what)
		}
		next.wait()
	}
}

// byName returns the element that can be pressed and has that text or accessible name.
func byName(name string) string {
	return `((name) => {
	const root = [...document.querySelectorAll('dialog[open]')].pop() ?? document
	const low = name.toLowerCase()
	const says = (e) => (e.getAttribute('aria-label') ?? e.innerText ?? '').trim().toLowerCase()
	const all = [...root.querySelectorAll('button, a, label, summary, [role=button]')]
		.filter((e) => e.getClientRects().length && !e.disabled)
	return all.find((e) => says(e) === low) ?? all.find((e) => says(e).startsWith(low))
})(` + quote(name) + `)`
}

// write replaces the text of the field with that label.
func (p *person) write(label, text string) {
	p.t.Helper()
	script := `(() => {
		const root = [...document.querySelectorAll('dialog[open]')].pop() ?? document
		const named = (f) => [...f.labels].some((l) => l.innerText.trim().startsWith(` + quote(label) + `))
		const field = [...root.querySelectorAll('input, textarea')].find(named)
		field?.focus()
		field?.select()
		return !!field
	})()`
	p.until("there is a field called "+label, script)
	p.insert(text)
}

// keys presses keys, in chromedp's names.
func (p *person) keys(s string) {
	p.t.Helper()
	if p.remote != nil {
		p.act(typed(s))
		return
	}
	for _, r := range s {
		key, code := string(r), int64(unicode.ToUpper(r))
		switch {
		case r == '\r':
			key = "Enter"
		case r < ' ' || r > '~':
			p.do(chromedp.KeyEvent(string(r)))
			continue
		}
		// As on a keyboard, the text comes with the key, unless the page handles the key.
		e := input.DispatchKeyEventParams{
			Type: input.DispatchKeyEventTypeKeyDown, Key: key, Text: string(r), UnmodifiedText: string(r),
			WindowsVirtualKeyCode: code, NativeVirtualKeyCode: code,
		}
		p.do(chromedp.Func(func(ctx ctxt, t *chromedp.Target) error {
			if err := call(ctx, t, input.DispatchKeyEvent, e); err != nil {
				return err
			}
			e.Type, e.Text, e.UnmodifiedText = input.DispatchKeyEventTypeKeyUp, "", ""
			return call(ctx, t, input.DispatchKeyEvent, e)
		}))
	}
}

// tabTo presses the tab key until the focus is on an element for which the
// expression, a condition on e, is true.
func (p *person) tabTo(what, condition string) {
	p.t.Helper()
	there := `((e) => !!e && (` + condition + `))(document.activeElement)`
	p.until("there is "+what, `[...document.querySelectorAll('*')].some((e) => `+condition+`)`)
	for range 120 {
		if js[bool](p, there) {
			return
		}
		p.keys(kb.Tab)
	}
	p.fail("the tab key does not reach %s", what)
}

// insert types or pastes a text into the field that has the focus.
func (p *person) insert(text string) {
	p.t.Helper()
	if p.remote != nil {
		p.act(typed(text))
		return
	}
	p.do(chromedp.Func(func(ctx ctxt, t *chromedp.Target) error {
		return call(ctx, t, input.InsertText, input.InsertTextParams{Text: text})
	}))
}

// hand does with the mouse or a finger what a remote calls so, or else what Chromium
// calls so.
func (p *person) hand(remote inputSource, chromium ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	if p.remote != nil {
		p.act(remote)
	} else {
		p.do(chromium...)
	}
}

// hover moves the mouse.
func (p *person) hover(at point) {
	p.t.Helper()
	p.hand(pointer("mouse", moved(at)), mouse(input.DispatchMouseEventTypeMouseMoved, at))
}

func (p *person) click(at point) {
	p.t.Helper()
	move := mouse(input.DispatchMouseEventTypeMouseMoved, at)
	p.hand(pointer("mouse", moved(at), pressed, lifted), move, chromedp.MouseClickXY(at.X, at.Y))
}

// hold presses the button of the mouse, pull moves the mouse meanwhile, and drop
// releases the button.
func (p *person) hold(at point) {
	p.t.Helper()
	p.hand(pointer("mouse", moved(at), pressed),
		mouse(input.DispatchMouseEventTypeMouseMoved, at), mouse(input.DispatchMouseEventTypeMousePressed, at, held))
}

func (p *person) pull(at point) {
	p.t.Helper()
	p.hand(pointer("mouse", moved(at)), mouse(input.DispatchMouseEventTypeMouseMoved, at, held))
}

func (p *person) drop(at point) {
	p.t.Helper()
	p.hand(pointer("mouse", moved(at), lifted), mouse(input.DispatchMouseEventTypeMouseReleased, at, released))
}

func (p *person) tap(at point) {
	p.t.Helper()
	p.hand(pointer("touch", moved(at), pressed, lifted), chromedp.TapXY(at.X, at.Y))
}

// touch puts a finger down, slide moves it and lift ends the touch.
func (p *person) touch(at point) {
	p.t.Helper()
	p.hand(pointer("touch", moved(at), pressed), touch(input.DispatchTouchEventTypeTouchStart, at))
}

func (p *person) slide(at point) {
	p.t.Helper()
	p.hand(pointer("touch", moved(at)), touch(input.DispatchTouchEventTypeTouchMove, at))
}

func (p *person) lift() {
	p.t.Helper()
	p.hand(pointer("touch", lifted), lift())
}

func mouse(
	kind input.DispatchMouseEventType, at point, options ...chromedp.MouseOption,
) chromedp.Action[chromedp.Void] {
	return chromedp.MouseEvent(kind, at.X, at.Y, options...)
}

func held(e *input.DispatchMouseEventParams) {
	e.Button, e.Buttons, e.ClickCount = input.MouseButtonLeft, 1, 1
}

func released(e *input.DispatchMouseEventParams) {
	e.Button, e.ClickCount = input.MouseButtonLeft, 1
}

// between returns points on the way from a to b.
func between(a, b point) []point {
	const n = 4
	var way []point
	for i := 1; i <= n; i++ {
		f := float64(i) / n
		way = append(way, point{a.X + (b.X-a.X)*f, a.Y + (b.Y-a.Y)*f})
	}
	return way
}

// touch is one step of a finger; without points the finger is lifted.
func touch(kind input.DispatchTouchEventType, at ...point) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx ctxt, t *chromedp.Target) error {
		points := []*input.TouchPoint{}
		for _, a := range at {
			points = append(points, &input.TouchPoint{X: a.X, Y: a.Y})
		}
		return call(ctx, t, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kind, TouchPoints: points})
	})
}

// lift ends a touch after the finger has rested for a moment: a finger that is lifted
// while it moves starts a fling, and the next tap only ends that.
func lift() chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx ctxt, t *chromedp.Target) error {
		rested := time.Now().Add(200 * time.Millisecond)
		return call(ctx, t, input.DispatchTouchEvent, input.DispatchTouchEventParams{
			Type:        input.DispatchTouchEventTypeTouchEnd,
			TouchPoints: []*input.TouchPoint{},
			Timestamp:   input.TimeSinceEpoch(float64(rested.UnixMicro()) / 1e6),
		})
	})
}

func (a point) String() string { return fmt.Sprintf("(%.0f, %.0f)", a.X, a.Y) }
