package main

import (
	"slices"
	"strconv"
	"strings"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/message"
	"github.com/wane-chess/wane/internal/page/boardview"
	"github.com/wane-chess/wane/internal/page/pagejson"
	"github.com/wane-chess/wane/notation"
	"github.com/wane-chess/wane/rules"
)

// board is a game in progress. A wane.Board checks each move that it writes, which takes too long for lists.
type board struct {
	pos   game.Position
	stack []string    // the moves played, as UCI
	moves []game.Move // reused
}

// library holds the boards and readers that are open, by number.
type library struct {
	boards  map[int]*board
	readers map[int]*pgnReader
	last    int // number that was given
}

func newLibrary() *library {
	return &library{boards: map[int]*board{}, readers: map[int]*pgnReader{}}
}

// function is a function of the library. The first argument is a board if it is onBoard.
type function struct {
	arguments int
	onBoard   func(b *board, args []string) (any, error)
	call      func(l *library, args []string) (any, error)
}

// call calls a function with its arguments as texts.
func (l *library) call(name string, args []string) (result any, err error) {
	defer func() {
		if p := recover(); p != nil {
			result, err = nil, message.Errorf("%s failed: %v", name, p)
		}
	}()
	f, ok := functions[name]
	if !ok || len(args) != f.arguments {
		return nil, message.Errorf("no function %.20q with %d arguments", name, len(args))
	}
	if f.call != nil {
		return f.call(l, args)
	}
	b, err := l.board(args[0])
	if err != nil {
		return nil, err
	}
	return f.onBoard(b, args[1:])
}

func (l *library) board(number string) (*board, error) {
	n, err := strconv.Atoi(number)
	if b := l.boards[n]; err == nil && b != nil {
		return b, nil
	}
	return nil, message.Errorf("no board %.20q: it has been disposed of", number)
}

func (l *library) add(b *board) int {
	l.last++
	l.boards[l.last] = b
	return l.last
}

// functions by name; see the comment of the package.
var functions = map[string]function{
	"variants": {call: func(*library, []string) (any, error) {
		var names []string
		for _, g := range rules.All() {
			names = append(names, g.Name())
		}
		return strings.Join(names, " "), nil
	}},
	"about": {arguments: 1, call: func(_ *library, args []string) (any, error) { return about(args[0]) }},
	"fault": {arguments: 2, call: func(_ *library, args []string) (any, error) {
		g, err := rules.ByName(args[0])
		if err != nil {
			return nil, err
		}
		if _, err := g.Parse(args[1]); err != nil {
			return err.Error(), nil
		}
		return "", nil
	}},
	"open": {arguments: 2, call: func(l *library, args []string) (any, error) {
		b, err := open(args[0], args[1])
		if err != nil {
			return nil, err
		}
		return l.add(b), nil
	}},
	"clone": {arguments: 1, call: func(l *library, args []string) (any, error) {
		b, err := l.board(args[0])
		if err != nil {
			return nil, err
		}
		return l.add(&board{pos: b.pos.Clone(), stack: slices.Clone(b.stack)}), nil
	}},
	"close": {arguments: 1, call: func(l *library, args []string) (any, error) {
		n, _ := strconv.Atoi(args[0])
		delete(l.boards, n)
		return true, nil
	}},
	"openPGN":  {arguments: 1, call: func(l *library, args []string) (any, error) { return l.openPGN(args[0]) }},
	"feedPGN":  {arguments: 2, call: func(l *library, args []string) (any, error) { return l.feedPGN(args[0], args[1]) }},
	"closePGN": {arguments: 1, call: func(l *library, args []string) (any, error) { return l.closePGN(args[0]) }},

	"legal": onBoard(func(b *board) any { return join(b.legal(), b.pos.UCI) }),
	"legalSAN": onBoard(func(b *board) any {
		moves := notation.NewMoves(b.pos)
		return join(moves.Legal(), moves.SAN)
	}),
	"count":       onBoard(func(b *board) any { return b.pos.LegalCount() }),
	"fen":         onBoard(func(b *board) any { return b.pos.String() }),
	"turn":        onBoard(func(b *board) any { return b.pos.Turn().Letter() }),
	"ply":         onBoard(func(b *board) any { return len(b.stack) }),
	"halfmoves":   onBoard(func(b *board) any { return b.pos.Halfmoves() }),
	"fullmoves":   onBoard(func(b *board) any { return b.pos.Fullmove() }),
	"repetitions": onBoard(func(b *board) any { return b.pos.Repetitions() }),
	"isCheck":     onBoard(func(b *board) any { return b.pos.InCheck() }),
	"checkers":    onBoard(func(b *board) any { return b.names(b.pos.Checkers()) }),
	"checked":     onBoard(func(b *board) any { return b.names(game.CheckedSquares(b.pos)) }),
	"pop":         onBoard(func(b *board) any { return b.pop() }),
	"stack":       onBoard(func(b *board) any { return strings.Join(b.stack, " ") }),
	"text":        onBoard(func(b *board) any { return b.text() }),
	"outcome": onBoard(func(b *board) any {
		o := b.pos.Outcome()
		result, reason := o.Result.String(), string(o.Reason)
		return pagejson.Marshal(func(c *pagejson.Coder) {
			c.String("result", &result)
			c.String("reason", &reason)
		})
	}),
	"view": onBoard(func(b *board) any {
		l, err := boardview.NewLine(b.pos.Game(), b.pos.String())
		if err != nil {
			panic(err) // a board's own FEN
		}
		v := l.View(0)
		return pagejson.Marshal(v.JSON)
	}),

	"push": {arguments: 2, onBoard: func(b *board, args []string) (any, error) {
		m, err := notation.ParseUCI(b.pos, args[0])
		return b.push(m, err)
	}},
	"pushSAN": {arguments: 2, onBoard: func(b *board, args []string) (any, error) {
		m, err := notation.ParseSAN(b.pos, args[0])
		return b.push(m, err)
	}},
	"san":  onMove(func(b *board, m game.Move) (any, error) { return notation.SAN(b.pos, m), nil }),
	"line": {arguments: 3, onBoard: func(b *board, args []string) (any, error) { return b.line(args[0], args[1] != "") }},
	"isCapture": onMove(func(b *board, m game.Move) (any, error) {
		for _, e := range b.pos.Effects(m) {
			if e.Kind == game.Capture {
				return true, nil
			}
		}
		return false, nil
	}),
	"preview": onMove(func(b *board, m game.Move) (any, error) {
		l, err := boardview.NewLine(b.pos.Game(), b.pos.String())
		if err != nil {
			return nil, err
		}
		v, err := l.Preview(b.pos.UCI(m))
		return pagejson.Marshal(v.JSON), err
	}),
	"effects": onMove(effects),
	"narrate": onMove(func(b *board, m game.Move) (any, error) {
		sentences := notation.Narrate(b.pos, m)
		return pagejson.Marshal(func(c *pagejson.Coder) { c.Strings("narration", &sentences) }), nil
	}),
	"attackers": {arguments: 3, onBoard: func(b *board, args []string) (any, error) {
		sq, err := b.square(args[0])
		if err != nil {
			return nil, err
		}
		color, err := parseColor(args[1])
		return b.names(b.pos.Attackers(sq, color)), err
	}},
	"piece": {arguments: 2, onBoard: func(b *board, args []string) (any, error) {
		sq, err := b.square(args[0])
		if pc := b.pos.PieceAt(sq); err == nil && pc != game.NoPiece {
			return string(pc.Letter()), nil
		}
		return "", err
	}},
	"canWin": {arguments: 2, onBoard: func(b *board, args []string) (any, error) {
		color, err := parseColor(args[0])
		return b.pos.TimeoutOutcome(color.Other()).Result == game.WinFor(color), err
	}},
}

// onBoard is a function of a board alone.
func onBoard(f func(b *board) any) function {
	return function{arguments: 1, onBoard: func(b *board, _ []string) (any, error) { return f(b), nil }}
}

// onMove is a function of a board and a legal UCI move.
func onMove(f func(b *board, m game.Move) (any, error)) function {
	return function{arguments: 2, onBoard: func(b *board, args []string) (any, error) {
		m, err := notation.ParseUCI(b.pos, args[0])
		if err != nil {
			return nil, err
		}
		return f(b, m)
	}}
}

func open(variant, fen string) (*board, error) {
	g, err := rules.ByName(variant)
	if err != nil {
		return nil, err
	}
	p, err := game.ParseOrStart(g, fen)
	if err != nil {
		return nil, err
	}
	return &board{pos: p}, nil
}

func about(variant string) (any, error) {
	g, err := rules.ByName(variant)
	if err != nil {
		return nil, err
	}
	name, title, summary, start := g.Name(), g.Title(), g.Info().Summary, g.Start().String()
	return pagejson.Marshal(func(c *pagejson.Coder) {
		c.String("name", &name)
		c.String("title", &title)
		c.String("summary", &summary)
		c.String("start", &start)
	}), nil
}
