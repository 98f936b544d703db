package swiss

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// known is a tournament of testdata.
type known struct {
	Tournament
	next      *Round // the expected pairing of the coming round
	nextFirst Color  // the initial color with which it was paired
}

// readKnown reads a file of testdata; its README.md describes the format.
func readKnown(t *testing.T, path string) known {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var k known
	scores := map[int]int{}
	for line := range strings.Lines(string(text)) {
		words := strings.Fields(line)
		fail := func(word string) { t.Fatalf("%s: line %q: bad word %q", path, line, word) }
		number := func(s string) int {
			n, err := strconv.Atoi(s)
			if err != nil {
				fail(s)
			}
			return n
		}
		switch words[0] {
		case "rounds":
			k.Rounds = number(words[1])
		case "first":
			k.FirstColor = colorNames[words[1]]
			k.nextFirst = k.FirstColor
		case "nextfirst":
			k.nextFirst = colorNames[words[1]]
		case "absent":
			for _, w := range words[1:] {
				k.player(number(w)).Absent = true
			}
		case "next":
			k.next = &Round{}
			for _, w := range words[1:] {
				white, black, ok := strings.Cut(w, "-")
				if !ok {
					k.next.Bye = number(w)
					continue
				}
				k.next.Boards = append(k.next.Boards, Board{number(white), number(black)})
			}
		default:
			p := Player{ID: number(words[0])}
			points, err := strconv.ParseFloat(words[1], 64)
			if err != nil {
				fail(words[1])
			}
			scores[p.ID] = int(2 * points)
			for _, w := range words[2:] {
				g, ok := readGame(w)
				if !ok {
					fail(w)
				}
				p.Games = append(p.Games, g)
			}
			k.Players = append(k.Players, p)
		}
	}
	k.fillIn()
	for _, p := range k.Players {
		if got := p.Score(k.Points); got != scores[p.ID] {
			t.Fatalf("%s: player %d has %d half points, expected %d", path, p.ID, got, scores[p.ID])
		}
	}
	return k
}

var colorNames = map[string]Color{"white": White, "black": Black}

func (k *known) player(id int) *Player {
	i := slices.IndexFunc(k.Players, func(p Player) bool { return p.ID == id })
	return &k.Players[i]
}

// doubleForfeit stands for a forfeit of both players while a file is read.
const doubleForfeit = ZeroBye + 1

func readGame(w string) (Game, bool) {
	if r, ok := map[string]Result{".": 0, "U": PairingBye, "F": FullBye, "H": HalfBye, "Z": ZeroBye}[w]; ok {
		return Game{Result: r}, true
	}
	i := strings.IndexAny(w, "wb")
	if i < 0 || len(w) != i+2 {
		return Game{}, false
	}
	opponent, err := strconv.Atoi(w[:i])
	color := map[byte]Color{'w': White, 'b': Black}[w[i]]
	result, ok := map[byte]Result{
		'1': Win, '=': Draw, '0': Loss, '+': ForfeitWin, '-': ForfeitLoss, '~': doubleForfeit,
	}[w[i+1]]
	return Game{opponent, color, result}, err == nil && ok
}

// fillIn adds the games to the players of higher number.
func (k *known) fillIn() {
	opposite := map[Result]Result{Win: Loss, Draw: Draw, Loss: Win, ForfeitWin: ForfeitLoss, ForfeitLoss: ForfeitWin}
	for i := range k.Players {
		for r, g := range k.Players[i].Games {
			if g.Opponent > k.Players[i].ID {
				other := opposite[g.Result]
				if g.Result == doubleForfeit {
					k.Players[i].Games[r].Result, other = ForfeitLoss, ForfeitLoss
				}
				k.player(g.Opponent).Games[r] = Game{k.Players[i].ID, g.Color.Other(), other}
			}
		}
	}
}

// before returns the tournament before one of its rounds, and the pairing of that round.
func (k known) before(round int) (Tournament, Round) {
	t := k.Tournament
	t.Players = slices.Clone(t.Players)
	var r Round
	for i := range t.Players {
		p := &t.Players[i]
		g := p.Games[round]
		p.Games = p.Games[:round]
		p.Absent = !g.Result.paired() && g.Result != PairingBye
		if g.Color == White {
			r.Boards = append(r.Boards, Board{p.ID, g.Opponent})
		}
		if g.Result == PairingBye {
			r.Bye = p.ID
		}
	}
	return t, r
}

// TestKnown pairs rounds that another program has paired.
func TestKnown(t *testing.T) {
	total, boards := 0, 0
	for _, pattern := range []string{"bbp-*.txt", "random-*.txt"} {
		paths, _ := filepath.Glob("testdata/" + pattern)
		for _, path := range paths {
			k := readKnown(t, path)
			if k.next != nil {
				total++
				boards += len(k.next.Boards)
				tour := k.Tournament
				tour.FirstColor = k.nextFirst
				compareRound(t, path+" next", tour, *k.next, strings.HasPrefix(pattern, "bbp"))
			}
			if pattern[0] == 'b' {
				continue
			}
			for r := range k.Players[0].Games {
				tour, want := k.before(r)
				total++
				boards += len(want.Boards)
				compareRound(t, fmt.Sprint(path, " round ", r+1), tour, want, false)
			}
		}
	}
	t.Logf("%d rounds, %d boards", total, boards)
}

// compareRound pairs and compares. The order of the boards counts only if the source has it.
func compareRound(t *testing.T, name string, tour Tournament, want Round, ordered bool) {
	t.Helper()
	got, err := Pair(tour)
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return
	}
	if !ordered {
		for _, r := range []Round{got, want} {
			slices.SortFunc(r.Boards, func(a, b Board) int { return a.White - b.White })
		}
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%s:\n got %v\nwant %v", name, got, want)
	}
}
