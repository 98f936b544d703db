package notation_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/notation"
	"github.com/wane-chess/wane/rules"
	"github.com/wane-chess/wane/rules/shrink"
)

func ExampleParseSAN() {
	p := shrink.New().Start()
	m, err := notation.ParseSAN(p, "Ng1-f3")
	fmt.Println(p.UCI(m), notation.SAN(p, m), err)
	_, err = notation.ParseSAN(p, "Ne5")
	fmt.Println(err)
	// Output:
	// g1f3 Nf3 <nil>
	// "Ne5": no white knight can go to e5; possible: Na3, Nc3, Nf3, Nh3
}

func ExampleReadString() {
	trees, warnings, err := notation.ReadString(`
		Anna found this: 1. e2-e4, d7-d5 2. e4 x d5 and rank 4 disappears.
		2... c6 - c5!`, notation.ReadOptions{Game: shrink.New()})
	if err != nil {
		fmt.Println(err)
		return
	}
	for node, before := range trees[0].Replay() {
		fmt.Println(notation.SAN(before, node.Move), node.Comments)
	}
	for _, w := range warnings {
		fmt.Println(w)
	}
	// Output:
	// e4 []
	// d5 []
	// exd5 [and rank 4 disappears.]
	// c5 []
	// line 2, column 3: "Anna found this:": this text belongs to no game and is ignored
}

// A fault in one game does not keep the others from being read.
func ExampleGames() {
	text := strings.NewReader("1. e4 d5 2. exd5 *\n\n1. e4 e4 *\n\n1. d4 *")
	options := notation.ReadOptions{Game: shrink.New(), Format: notation.PGN}
	for tree, err := range notation.Games(context.Background(), text, options) {
		if fault, ok := errors.AsType[*notation.ParseError](err); ok {
			fmt.Printf("skipped: line %d, %s: %s\n", fault.Line, fault.Text, fault.Problem)
			continue
		} else if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println("a game of", len(tree.Moves()), "plies")
	}
	// Output:
	// a game of 3 plies
	// skipped: line 3, e4: no black pawn can go to e4
	// a game of 1 plies
}

func ExampleLine() {
	l := notation.Line{Variant: "chess", Moves: []string{"e2e4", "e7e5", "e1e3"}}
	p, _, err := l.Replay(rules.ByName)
	fmt.Println(p.Ply(), err)
	// Output: 2 move 3: "e1e3": the white king on e1 cannot go to e3: a king does not move like that; possible: e1e2
}

// A Tree is built with a Cursor, which plays moves at its place: a game with a variation,
// written as PGN.
func ExampleTree() {
	tree, err := notation.NewTree(shrink.New(), "")
	if err != nil {
		fmt.Println(err)
		return
	}
	at := tree.Cursor()
	play := func(moves ...string) {
		for _, text := range moves {
			m, err := notation.ParseSAN(at.Position(), text)
			if err == nil {
				_, err = at.Play(m)
			}
			if err != nil {
				fmt.Println(err)
			}
		}
	}
	play("e4", "d5", "exd5")
	at.Node().Comments = []string{"Rank 4 has disappeared."}
	play("c5")
	tree.Result = game.Draw
	at.Seek(tree.Root.Next()) // after e4
	play("e5", "Nf3")         // instead of d5
	for _, tag := range []notation.Tag{{Name: "White", Value: "Anna"}, {Name: "Black", Value: "Ben"}} {
		if err := tree.SetTag(tag.Name, tag.Value); err != nil {
			fmt.Println(err)
		}
	}
	if err := tree.WritePGN(os.Stdout); err != nil {
		fmt.Println(err)
	}
	// Output:
	// [Event "?"]
	// [Site "?"]
	// [Date "????.??.??"]
	// [Round "?"]
	// [White "Anna"]
	// [Black "Ben"]
	// [Result "1/2-1/2"]
	// [Variant "shrink"]
	//
	// 1. e4 d5 (1... e5 2. Nf3) 2. exd5 {Rank 4 has disappeared.} 2... c5 1/2-1/2
}

func ExampleNarrate() {
	p, err := shrink.New().Parse("k7/8/8/8/8/8/p1p5/4K3 w - - 0 1")
	if err != nil {
		fmt.Println(err)
		return
	}
	m, err := notation.ParseSAN(p, "Kd2=BN")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, sentence := range notation.Narrate(p, m) {
		fmt.Println(sentence)
	}
	// Output:
	// The white king goes from e1 to d2.
	// Rank 1 is empty and disappears.
	// File e is empty and disappears.
	// The black pawn on a1 becomes a bishop.
	// The black pawn on c1 becomes a knight.
}

func ExampleTree_Cursor() {
	file := strings.NewReader("[Variant \"shrink\"]\n\n1. e4 d5 2. exd5 *")
	options := notation.ReadOptions{Lookup: rules.ByName}
	for tree, err := range notation.Games(context.Background(), file, options) {
		if err != nil {
			fmt.Println(err)
			return
		}
		for c := tree.Cursor(); c.Forward(0); {
			fmt.Println(c.Position())
		}
	}
	// Output:
	// rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1
	// rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2
	// rnbqkbnr/ppp1pppp/8/3P4/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2
}
