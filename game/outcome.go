package game

// Result is the result of a game as records print it.
type Result uint8

// The results.
const (
	Ongoing Result = iota
	WhiteWins
	BlackWins
	Draw
)

// String returns "*", "1-0", "0-1" or "1/2-1/2".
func (r Result) String() string { return named("Result", int(r), "*", "1-0", "0-1", "1/2-1/2") }

// WinFor returns the result in which that side has won.
func WinFor(color Color) Result { return WhiteWins + Result(color&1) }

// Reason says why a game ended, in words for people.
type Reason string

// The reasons.
const (
	NoReason     Reason = ""
	Checkmate    Reason = "checkmate"
	Stalemate    Reason = "stalemate"
	Repetition   Reason = "threefold repetition"
	FiftyMoves   Reason = "the fifty-move rule"
	DeadPosition Reason = "no side can win"
	KingLost     Reason = "the last king is gone"
	TimeOut      Reason = "time ran out"
	TimeOutDraw  Reason = "time ran out, but the opponent could never win"
	Resignation  Reason = "resignation"
	Agreement    Reason = "agreement"
)

// Outcome is how a game stands: its result, and why it ended.
type Outcome struct {
	Result Result
	Reason Reason
}

// Over reports whether the game has ended.
func (o Outcome) Over() bool { return o.Result != Ongoing }

// Win makes the outcome in which that side has won.
func Win(color Color, why Reason) Outcome { return Outcome{WinFor(color), why} }

// Drawn makes the outcome of a drawn game.
func Drawn(why Reason) Outcome { return Outcome{Draw, why} }

// String returns a sentence without its stop, such as "White wins: checkmate".
func (o Outcome) String() string {
	var s string
	switch o.Result {
	case WhiteWins:
		s = "White wins"
	case BlackWins:
		s = "Black wins"
	case Draw:
		s = "Draw"
	default:
		return "In progress"
	}
	if o.Reason == NoReason {
		return s
	}
	return s + ": " + string(o.Reason)
}

// WDL is a result for the side to move: win, draw or loss. It is ordered.
type WDL int8

// The results for the side to move.
const (
	WDLLoss WDL = iota - 1
	WDLDraw
	WDLWin
)

// String returns "loss", "draw" or "win".
func (r WDL) String() string {
	if r < WDLLoss || r > WDLWin {
		return named("WDL", int(r))
	}
	return named("WDL", int(r-WDLLoss), "loss", "draw", "win")
}

// For returns the result of a game in which that side is to move.
func (r WDL) For(turn Color) Result {
	switch r {
	case WDLWin:
		return WinFor(turn)
	case WDLLoss:
		return WinFor(turn.Other())
	}
	return Draw
}
