// Package enginestest has a UCI engine that misbehaves, for tests of programs that use engines.
package enginestest

import (
	"bufio"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/notation"
)

// Run makes a test binary the fake engine, which plays cheshire8, if its arguments are
// "fake-uci" and a way to misbehave. It reports whether they are; TestMain then returns.
func Run(cheshire8 game.Game) bool {
	if len(os.Args) != 3 || os.Args[1] != "fake-uci" {
		return false
	}
	fakeUCI(cheshire8, os.Args[2])
	return true
}

// Describe returns the description of the fake engine for engines.ParseSpec, with options
// such as ",option.Hash=32".
func Describe(t testing.TB, mode, options string) string {
	t.Helper()
	binary, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("cmd='%q fake-uci %s'%s", binary, mode, options)
}

// fakeUCI is a UCI engine that from its third move on misbehaves in the way that mode
// names.
func fakeUCI(g game.Game, mode string) {
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 1<<20)
	p := g.Start()
	asked := 0
	hear := func() string {
		if !in.Scan() {
			os.Exit(0)
		}
		return in.Text()
	}
	for {
		words := strings.Fields(hear())
		if len(words) == 0 {
			continue
		}
		switch words[0] {
		case "uci":
			if mode == "mute" {
				freeze()
			}
			fmt.Println("id name fake")
			fmt.Println("option name Hash type spin default 16 min 1 max 1024")
			fmt.Println("option name Play Style type combo default calm var calm var very wild")
			if mode != "orthodox" {
				fmt.Println("option name UCI_Variant type combo default chess var chess var cheshire8 var diminuendo")
			}
			fmt.Println("uciok")
		case "setoption":
			if mode == "loud" {
				fmt.Fprintln(os.Stderr, strings.Join(words, " "))
			}
		case "isready":
			fmt.Println("readyok")
		case "position":
			p = fakePosition(g, words[1:])
		case "quit":
			if mode == "stubborn" {
				freeze()
			}
			return
		case "go":
			if asked++; asked > 2 {
				switch mode {
				case "crash":
					fmt.Fprintln(os.Stderr, "out of cheese")
					os.Exit(3)
				case "illegal":
					fmt.Println("bestmove e1e1")
					continue
				case "none":
					fmt.Println("bestmove (none)")
					continue
				case "slow":
					for line := hear(); line != "stop"; line = hear() {
						fmt.Println("info string not yet")
					}
				case "hang":
					freeze()
				}
			}
			fmt.Println("garbage\x00 info")
			fmt.Println("info depth 3 multipv 1 score cp 31 nodes 12 pv a2a3")
			fmt.Println("bestmove " + p.UCI(p.Legal(nil)[0]) + " ponder a7a6")
		}
	}
}

// fakePosition parses the words after "position".
func fakePosition(g game.Game, words []string) game.Position {
	fen, moves, _ := strings.Cut(strings.Join(words, " "), " moves ")
	p := g.Start()
	if after, found := strings.CutPrefix(fen, "fen "); found {
		var err error
		if p, err = g.Parse(after); err != nil {
			panic(err)
		}
	}
	for _, text := range strings.Fields(moves) {
		m, err := notation.ParseUCI(p, text)
		if err != nil {
			panic(err)
		}
		p.Make(m)
	}
	return p
}

// freeze does nothing, forever. Go would end a program in which every goroutine
// waits.
func freeze() {
	for {
		time.Sleep(time.Hour)
	}
}
