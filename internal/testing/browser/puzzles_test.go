package browser

import (
	"fmt"
	"strings"
	"testing"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/notation"
	"github.com/wane-chess/wane/puzzle"
	"github.com/wane-chess/wane/puzzle/collection"
	"github.com/wane-chess/wane/rules"
)

// solver is a user with a puzzle on the board.
type solver struct {
	*person
	how  way
	puz  puzzle.Puzzle
	pos  game.Position
	line []game.Move
}

// solve opens a puzzle of the program with at least two moves of the solver.
func (p *person) solve(variant string, how way) *solver {
	p.t.Helper()
	for _, z := range collection.Of(variant) {
		if z.SolverMoves() >= 2 {
			return p.solveThis(z, how)
		}
	}
	p.t.Skipf("the program has no puzzles of %s", variant)
	return nil
}

func (p *person) solveThis(z puzzle.Puzzle, how way) *solver {
	p.t.Helper()
	pos, line, err := z.Replay(rules.ByName)
	if err != nil {
		p.t.Fatal(err)
	}
	return &solver{person: p, how: how, puz: z, pos: pos, line: line}
}

// try moves a piece on the page.
func (s *solver) try(m game.Move) {
	s.t.Helper()
	from, to, letters := steps(s.pos, m)
	s.how(s.person, from, to)
	if letters != "" {
		s.promote(letters)
	}
}

// finish plays the solution.
func (s *solver) finish() {
	s.t.Helper()
	for i := range s.line {
		if i%2 == 0 {
			s.shows(s.pos, nil)
			s.try(s.line[i])
		}
		s.pos.Make(s.line[i])
	}
}

// wrong returns a legal move that is not the solution.
func (s *solver) wrong() game.Move {
	s.t.Helper()
	for _, m := range s.pos.Legal(nil) {
		if _, _, letters := steps(s.pos, m); m != s.line[0] && letters == "" {
			return m
		}
	}
	s.t.Fatal("there is no other move")
	return 0
}

const verdict = `document.querySelector('.feedback .verdict')?.innerText ?? ''`

// TestSolvePuzzle solves puzzles with a mouse, by touch and by keyboard, after a wrong move, which the engine answers
// and the user takes back.
func TestSolvePuzzle(t *testing.T) {
	for _, c := range []struct {
		name, variant string
		look          look
		how           way
	}{
		{"mouse", "shrink", desktop, byClick},
		{"touch", "diminuendo", phone, byTap},
		{"keyboard", "shrink", night, byKeys},
	} {
		t.Run(c.name, func(t *testing.T) {
			parallel(t)
			s := newPerson(t, serve(t), "Ann", c.look).solve(c.variant, c.how)
			s.open("/puzzles/" + s.puz.ID)
			s.shows(s.pos, nil)
			s.until("help says what it costs", `!!`+byName("Hint (unrated)")+` && !!`+byName("Solution (unrated)"))
			w := s.wrong()
			names := notation.NewMoves(s.pos)
			s.try(w)
			s.until("the move is wrong", verdict+`.startsWith(`+quote(names.SAN(w))+`)`)
			s.sees(s.pos.Turn().Other().String() + " replies: ")
			s.shoot("puzzle-refuted-" + c.name)
			s.press("Try again")
			s.shows(s.pos, nil)
			s.press("Hint")
			s.until("the hint names the piece", `/moves\./.test(document.querySelector('.hint')?.innerText)`)
			s.finish()
			s.until("it is the solution", verdict+`.includes('counts as not solved')`)
			s.until("the rating is lower", `parseInt(document.querySelector('.change')?.innerText.split(': ')[1]) < 800`)
			s.shoot("puzzle-solved-" + c.name)
			s.until("the focus is on the next step", `document.activeElement?.innerText === 'More puzzles'`)
			s.keys("\r")
			s.until("there are more puzzles", `location.pathname === '/puzzles'`)
		})
	}
}

// TestPuzzleCounts solves a puzzle at once, and finds it in the history.
func TestPuzzleCounts(t *testing.T) {
	parallel(t)
	s := newPerson(t, serve(t), "Ann", desktop).solve("shrink", byClick)
	s.open("/puzzles/" + s.puz.ID)
	s.finish()
	s.until("it is solved", verdict+` === 'Solved!'`)
	s.until("the rating is higher", `parseInt(document.querySelector('.change')?.innerText.split(': ')[1]) > 800`)
	s.press("History")
	s.until("the attempt is in the history",
		`document.querySelector('.attempts')?.innerText.includes(`+quote(s.puz.ID)+`)`)
	s.shoot("puzzle-history")
}

// TestPuzzleStreak ends a streak by a mistake.
func TestPuzzleStreak(t *testing.T) {
	parallel(t)
	p := newPerson(t, serve(t), "Ann", desktop)
	if len(collection.Of("shrink")) == 0 {
		t.Skip("the program has no puzzles")
	}
	p.open("/puzzles/streak?variant=shrink")
	p.press("Start")
	p.until("there is a puzzle", `document.querySelector('.feedback[data-phase=open]')`)
	p.press("Skip")
	p.sees("You cannot skip another one")
	p.until("there is another puzzle", `document.querySelector('.feedback[data-phase=open]')`)
	board := js[map[string]string](p, readBoard)
	s := p.solveThis(shown(t, "shrink", board), byClick)
	s.try(s.wrong())
	p.sees("The streak has ended")
	p.press("Show the solution")
	p.until("the solution is shown", verdict+` === 'This is the solution.'`)
	p.shoot("puzzle-streak-over")
}

// TestPuzzleStorm solves a puzzle of a storm, which begins the clock, then lets the time run out: the page's clock
// is ahead by what the test says. The run waits while the server is away, and is among the best once it is back.
func TestPuzzleStorm(t *testing.T) {
	parallel(t)
	site := newSite(t)
	p := newPerson(t, site.URL, "Ann", desktop)
	p.mayFail("/")
	p.before(`(() => { const now = performance.now.bind(performance); globalThis.ahead = 0; ` +
		`performance.now = () => now() + ahead })()`)
	p.open("/puzzles/storm?variant=shrink")
	p.until("the rules have been loaded into the page", `globalThis.wane`)
	p.press("Start")
	p.until("there is a puzzle",
		`document.querySelector('[role=timer]') && document.querySelector('.place [role=gridcell]')`)
	s := p.solveThis(shown(t, "shrink", js[map[string]string](p, readBoard)), byClick)
	s.finish()
	p.until("it is solved", `document.querySelector('.score strong').innerText === '1'`)
	p.until("the clock runs", `document.querySelector('[role=timer]').innerText.startsWith('2:')`)
	site.down.Store(true)
	js[bool](p, `(ahead = 200000) > 0`)
	p.sees("Time is up")
	p.sees("1 puzzle solved, 0 mistakes.")
	p.until("the run waits", `JSON.parse(localStorage.getItem('wane-attempts'))[0].run.end`)
	p.shoot("puzzle-storm-over")
	site.down.Store(false)
	js[bool](p, `dispatchEvent(new Event('online'))`)
	p.until("the run has been sent", `!localStorage.getItem('wane-attempts')`)
	score := js[int](p,
		`fetch('/api/puzzles/runs?kind=storm&variant=shrink').then((r) => r.json()).then((a) => a.mine.ever.score)`)
	if score != 1 {
		t.Errorf("the best storm has %d puzzles", score)
	}
}

// TestComposePuzzle asks the engine of the page about positions in the editor: one has a second solution
// after some moves, the other one is a puzzle.
func TestComposePuzzle(t *testing.T) {
	parallel(t)
	p := newPerson(t, serve(t), "Ann", desktop)
	p.open("/editor/chess?fen=8/8/1p6/1P6/Q7/3K4/8/1k6%20w%20-%20-%200%201")
	p.press("Make a puzzle")
	p.sees("There is a second solution.")
	p.sees("(after Kc3 Kc1): Qa1#, Qc2#")
	p.until("two arrows show it on a board", `document.querySelectorAll('section .mini .shapes path.red').length === 2`)
	p.shoot("puzzle-flaw")
	p.open("/editor/shrink?fen=1r2/2R1/k3/3K%20w%20-%20-%200%201")
	p.press("Make a puzzle")
	p.sees("This is a sound puzzle.")
	p.until("its first move is on the board", `document.querySelectorAll('.place .shapes path.green').length === 1`)
	p.shoot("puzzle-sound")
	// What is typed is the position that is judged, and shown.
	p.write("FEN", "2k/1R1/K2 w - - 0 1")
	p.sees("There is a second solution.")
	p.setUp("shrink", "2k/1R1/K2 w - - 0 1")
}

// TestFirstPuzzle opens puzzles as a newcomer: the first is a mate in 1 of the game that was just learned, the page
// names the game, and help is unrated.
func TestFirstPuzzle(t *testing.T) {
	parallel(t)
	p := newPerson(t, serveAll(t), "Ann", desktop)
	p.open("/learn/convergent")
	p.sees("Step 1 of 5")
	p.open("/puzzles")
	p.until("it is a mate in 1 of the game",
		`/^Convergent\..*\s+(White|Black) to move/.test(document.querySelector('.task')?.innerText) && `+
			`document.querySelector('.task').innerText.includes('Mate in 1.')`)
	for _, l := range []look{phone, {width: 844, height: 390}, desktop} {
		p.resize(l.width, l.height)
		p.shoot(fmt.Sprint("puzzle-first-", l.width))
	}
	p.press("Convergent · All themes · Rated")
	p.shoot("puzzle-filter")
	p.press("Hint (unrated)")
	p.press("Solution")
	p.sees("Unrated: you had help.")
	p.shoot("puzzle-helped")
	p.open("/puzzles/daily")
	p.until("the daily puzzle has the switch", `document.querySelector('.rated input').checked`)
}

// shown returns the puzzle of a variant whose position is on a board.
func shown(t *testing.T, variant string, board map[string]string) puzzle.Puzzle {
	t.Helper()
	for _, z := range collection.Of(variant) {
		if p, err := z.Start(rules.ByName); err == nil && compact(boardOf(p.View())) == compact(board) {
			return z
		}
	}
	t.Fatal("the board shows no puzzle")
	return puzzle.Puzzle{}
}

// TestPuzzlesOffline solves a puzzle without a server. The attempt is sent once the
// server is back.
func TestPuzzlesOffline(t *testing.T) {
	parallel(t)
	site := newSite(t)
	look := desktop
	look.keeps = true
	p := newPerson(t, site.URL, "Ann", look)
	if len(collection.Of("shrink")) == 0 {
		t.Skip("the program has no puzzles")
	}
	p.mayFail("/")
	p.open("/puzzles?variant=shrink")
	p.until("the page is kept", `navigator.serviceWorker.controller`)
	p.until("the rules have been loaded into the page", `globalThis.wane`)
	if !js[bool](p, `fetch('/api/puzzles/packs/shrink').then((r) => r.ok)`) {
		t.Fatal("the server does not send its puzzles")
	}
	site.down.Store(true)
	p.open("/puzzles?variant=shrink&goal=mate")
	p.sees("from the list that this browser keeps")
	p.until("it can be solved", `document.querySelector('.feedback[data-phase=open]')`)
	s := p.solveThis(shown(t, "shrink", js[map[string]string](p, readBoard)), byClick)
	if s.puz.Themes[0] != puzzle.MateIn1 {
		t.Errorf("a newcomer's first puzzle without a server is %s", s.puz.Themes)
	}
	s.try(s.wrong())
	p.until("the move is wrong", verdict+`.endsWith('is wrong.')`)
	p.until("the attempt waits", `JSON.parse(localStorage.getItem('wane-attempts')).length === 1`)
	p.shoot("puzzle-offline")
	p.reload()
	p.until("a reload loses nothing", `JSON.parse(localStorage.getItem('wane-attempts')).length === 1`)
	site.down.Store(false)
	p.open("/puzzles/history?variant=shrink")
	p.until("the attempt has been sent", `!localStorage.getItem('wane-attempts')`)
	p.until("it is in the history", `document.querySelectorAll('.attempts li').length === 1`)
}

// TestDailyPuzzle opens the puzzle of the day from the home page, and solves it as a
// board for other sites.
func TestDailyPuzzle(t *testing.T) {
	parallel(t)
	p := newPerson(t, serve(t), "Ann", desktop)
	p.open("/")
	if !js[bool](p, `fetch('/api/puzzles/daily').then((r) => r.ok)`) {
		t.Skip("the program has no puzzles")
	}
	p.press("Puzzle of the day")
	p.until("it is shown",
		`location.pathname === '/puzzles/daily' && document.querySelector('.feedback[data-phase=open]')`)
	p.open("/embed/puzzle/daily")
	p.until("it can be solved", `document.querySelector('.feedback[data-phase=open]')`)
	p.shoot("puzzle-embed")
	p.press("Show the solution")
	p.until("the solution is shown", verdict+` === 'This is the solution.'`)
	p.until("a link leads to the page",
		`[...document.links].some((a) => a.target === '_blank' && a.pathname.startsWith('/puzzles/'))`)
}

// TestTopLine reaches what the header links to, in large and small windows.
func TestTopLine(t *testing.T) {
	parallel(t)
	base := serveAll(t)
	for _, l := range []look{desktop, {width: 768, height: 1024}, small, {width: 844, height: 390}} {
		p := newPerson(t, base, "Ann", l)
		for _, path := range strings.Fields("/learn /puzzles/themes /watch /players") {
			p.open(path)
			p.until("the header fits", `(() => { const h = document.querySelector('header'); `+
				`return h.scrollWidth <= h.clientWidth + 1 && document.documentElement.scrollWidth <= innerWidth })()`)
			p.until("it says where the user is",
				`document.querySelectorAll('header [aria-current=page]').length === 1 || location.pathname === '/puzzles/themes'`)
		}
		if js[bool](p, `!!document.querySelector('[popovertarget=menu]').offsetParent`) { // no space, or no mouse
			p.press("Menu")
		} else if l.width <= 700 || l.height <= 520 {
			t.Errorf("%d×%d: the links of the header stand in a row", l.width, l.height)
		}
		p.press("Learn")
		p.until("there is what can be learned",
			`location.pathname === '/learn' && document.querySelectorAll('a[href^="/rules/"]').length >= 4`)
	}
}
