package swiss

// Color is the color of a player's pieces in one game.
type Color int8

// The colors. NoColor is the color of a round without a game.
const (
	NoColor Color = iota
	White
	Black
)

// Other returns the color of the opponent. It returns NoColor for NoColor.
func (c Color) Other() Color {
	switch c {
	case White:
		return Black
	case Black:
		return White
	}
	return NoColor
}

// String returns "white", "black" or "no color".
func (c Color) String() string {
	switch c {
	case White:
		return "white"
	case Black:
		return "black"
	}
	return "no color"
}

// Result is what one round brought to one player.
type Result uint8

// The results. Win, Draw and Loss are results of games that were played.
const (
	Win Result = iota + 1
	Draw
	Loss
	ForfeitWin  // the opponent did not appear
	ForfeitLoss // the player did not appear; it may be the result of both players
	PairingBye  // the pairing-allocated bye of a round with an odd number of players
	FullBye     // a bye that counts like a win, given by the organizer
	HalfBye     // a requested bye that counts like a draw
	ZeroBye     // a round without pairing and points: absent, withdrawn or not yet arrived
)

var resultNames = [...]string{
	Win: "win", Draw: "draw", Loss: "loss", ForfeitWin: "forfeit win", ForfeitLoss: "forfeit loss",
	PairingBye: "pairing-allocated bye", FullBye: "full-point bye", HalfBye: "half-point bye", ZeroBye: "zero-point bye",
}

// String returns the name of the result, such as "forfeit win".
func (r Result) String() string {
	if r >= Win && r <= ZeroBye {
		return resultNames[r]
	}
	return "no result"
}

// Played says whether the result is that of a game over the board.
func (r Result) Played() bool { return r == Win || r == Draw || r == Loss }

// paired says whether the player had an opponent.
func (r Result) paired() bool { return r >= Win && r <= ForfeitLoss }

// Game is one past round of one player.
type Game struct {
	Opponent int // pairing number of the opponent, 0 with a bye
	Color    Color
	Result   Result
}

// Player is a participant.
type Player struct {
	// ID is the pairing number, 1 or more. It is the rank in the initial order: 1 for the strongest player.
	ID int
	// Games holds one entry for each past round, the first round first. A player who arrives late has
	// entries with ZeroBye or HalfBye for the rounds before.
	Games []Game
	// Absent players are not paired in the coming round.
	Absent bool
	// Group is that of players who should not meet, such as those of one family; 0: none. Of the pairings of a bracket
	// that are as good by C1–C9, those with the fewest pairs within a group come first.
	Group int
}

// Points says what results count. The zero value means StandardPoints.
type Points struct {
	Win, Draw, Loss int
	PairingBye      int // what the pairing-allocated bye counts
}

// StandardPoints counts in half points: 1 for a win, ½ for a draw, and 1 for the pairing-allocated bye.
var StandardPoints = Points{Win: 2, Draw: 1, Loss: 0, PairingBye: 2}

func (p Points) orStandard() Points {
	if p == (Points{}) {
		return StandardPoints
	}
	return p
}

// Of returns what a result counts.
func (p Points) Of(r Result) int {
	p = p.orStandard()
	switch r {
	case Win, ForfeitWin, FullBye:
		return p.Win
	case Draw, HalfBye:
		return p.Draw
	case Loss, ForfeitLoss:
		return p.Loss
	case PairingBye:
		return p.PairingBye
	}
	return 0
}

// Tournament is the state of a tournament between two rounds.
type Tournament struct {
	// Players are in any order. All have the same number of Games.
	Players []Player
	// Rounds is the number of rounds of the whole tournament. Zero means that it is not known; then Pair
	// takes no round for the last one, in which topscorers may get colors that others may not.
	Rounds int
	// FirstColor is the initial color, drawn by lot before the first round: the color of player 1 there.
	// NoColor means White.
	FirstColor Color
	// Points is what results count.
	Points Points
	// RoundRobin says that the pairings were fixed in advance, as those of Berger are. Then Standings takes forfeits
	// for games, and Pair refuses the tournament.
	RoundRobin bool
	// Apart says that players of a group never meet.
	Apart bool
}

// Board is a game to be played: the pairing numbers of both players.
type Board struct{ White, Black int }

// Round is the pairing of a round.
type Round struct {
	Boards []Board // in the order of the boards, the first board first
	Bye    int     // the player with the pairing-allocated bye, or 0
}

// Score returns the points of a player.
func (p Player) Score(points Points) int {
	sum := 0
	for _, g := range p.Games {
		sum += points.Of(g.Result)
	}
	return sum
}
