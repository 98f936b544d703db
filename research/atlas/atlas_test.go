package atlas

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
)

// quick are settings for tests.
func quick(t *testing.T) Settings {
	t.Helper()
	id, err := EngineID()
	if err != nil {
		t.Fatal(err)
	}
	return Settings{Nodes: minNodes, Seed: 7, Engine: id}
}

func player(t *testing.T, s Settings) *Player {
	t.Helper()
	p, err := NewPlayer(s)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// playedGames returns valid games that differ by a number.
func playedGames(n int) []Game {
	games := make([]Game, BatchGames)
	for i := range games {
		games[i] = Game{Result: game.WhiteWins, Reason: game.Checkmate, Plies: int32(n%100 + i + 1), Captures: 3, Left: 20,
			LegalMoves: 2000, Swing: 900}
		games[i].Changes[game.Queen] = int32(i)
		if i%3 == 0 {
			games[i].Result, games[i].Reason = game.Draw, Reasons[2+i%5]
		}
	}
	return games
}

// A game's measurements agree with its moves, and a game is the same whatever was played
// before.
func TestGames(t *testing.T) {
	s := quick(t)
	for _, c := range []struct {
		section Section
		ranking int
	}{{Plain, 0}, {BothOptions, 333}, {Skill, 719}} {
		p := player(t, s)
		moves, g, err := p.Moves(t.Context(), c.section, c.ranking, 5)
		if err != nil {
			t.Fatal(err)
		}
		again := player(t, s)
		if _, _, err := again.Moves(t.Context(), Plain, 12, 3); err != nil {
			t.Fatal(err)
		}
		if same, h, err := again.Moves(t.Context(), c.section, c.ranking, 5); err != nil || !slices.Equal(moves, same) ||
			g != h {
			t.Errorf("%v: game 5 is another after other games: %v", c, err)
		}
		pos := c.section.Variant(Rankings[c.ranking]).Start()
		var captures, first, legal, drops, expelled, gained, lost int32
		var changes [7]int32
		for i, m := range moves {
			if i >= OpeningPlies {
				legal += int32(len(pos.Legal(nil)))
			}
			for _, e := range pos.Effects(m) {
				switch e.Kind {
				case game.Capture:
					captures++
					if first == 0 {
						first = int32(i + 1)
					}
				case game.Drop:
					drops++
				case game.Expel:
					expelled++
				}
				if e.Kind == game.Drop || e.Kind == game.Demote {
					changes[e.Piece.Type()]++
					if e.Into != game.NoPiece && e.Into.Type() == game.King {
						gained++
					}
				}
				if e.Piece.Type() == game.King && (e.Kind == game.Demote || e.Kind == game.Expel) {
					lost++
				}
			}
			if !game.IsLegal(pos, m) {
				t.Fatalf("%v is not legal in %s", m, pos)
			}
			pos.Make(m)
		}
		left := int32(0)
		for _, pc := range pos.View().Pieces {
			if pc != game.NoPiece {
				left++
			}
		}
		over := pos.Outcome()
		if !over.Over() && len(moves) == MaxPlies {
			over = game.Drawn(TooLong)
		}
		if got := (game.Outcome{Result: g.Result, Reason: g.Reason}); got != over {
			t.Errorf("%v: %v, but the moves end with %v", c, got, over)
		}
		want := Game{
			Result: over.Result, Reason: over.Reason, Plies: int32(len(moves)), Captures: captures, Drops: drops,
			Expelled: expelled, Left: left, Changes: changes,
			KingsGained: gained, KingsLost: lost, FirstCapture: first, LegalMoves: legal, LeadChanges: g.LeadChanges,
			Swing: g.Swing,
		}
		if g != want {
			t.Errorf("%v: %+v, want %+v", c, g, want)
		}
	}
}

// A side that comes to lead after the other changes the lead; large changes of the score count
// as maxSwing.
func TestMeter(t *testing.T) {
	p := Plain.Variant(Rankings[0]).Start()
	m := meter{pos: p}
	for _, score := range []engine.Score{0, -150, 50, 120, -900, -20, 130} { // for the side to move
		m.scored(score)
		p.Make(p.Legal(nil)[0])
	}
	// White's scores: 0, 150, 50, -120, -900, 20, 130.
	if m.g.LeadChanges != 2 || m.g.Swing != 150+100+170+maxSwing+maxSwing+110 {
		t.Errorf("%d lead changes, swing %d", m.g.LeadChanges, m.g.Swing)
	}
}

// The two games of a pair in the section Skill have the same opening and other sides.
func TestSkillPairs(t *testing.T) {
	p := player(t, quick(t))
	a, _, err := p.Moves(t.Context(), Skill, 100, 6)
	if err != nil {
		t.Fatal(err)
	}
	b, _, err := p.Moves(t.Context(), Skill, 100, 7)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(a[:OpeningPlies], b[:OpeningPlies]) || slices.Equal(a, b) || Stronger(6) != game.White ||
		Stronger(7) != game.Black {
		t.Errorf("games 6 and 7: %v, %v", a, b)
	}
}

// What is written is read again; what was damaged is rejected.
func TestData(t *testing.T) {
	d := newData(quick(t))
	for i, b := range []Batch{{Skill, 719, 0}, {Plain, 3, 1}, {Plain, 3, 0}, {Plain, 3, 4}, {Plain, 0, 9}} {
		d.batches[b] = playedGames(i)
	}
	var file bytes.Buffer
	if err := d.Write(&file); err != nil {
		t.Fatal(err)
	}
	whole := file.String()
	back, err := Read(strings.NewReader(whole))
	if err != nil || back.Settings != d.Settings || back.Len() != 100 {
		t.Fatalf("%d games, %v", back.Len(), err)
	}
	for b, games := range d.batches {
		if !slices.Equal(back.batches[b], games) {
			t.Errorf("%v: %+v, want %+v", b, back.batches[b], games)
		}
	}
	games, numbers := back.Games(Plain, 3)
	if len(games) != 60 || numbers[0] != 0 || numbers[39] != 39 || numbers[40] != 4*BatchGames ||
		games[40] != playedGames(3)[0] {
		t.Errorf("the games of ranking 3: %d, numbers %v", len(games), numbers)
	}
	var again bytes.Buffer
	if err := back.Write(&again); err != nil || again.String() != whole {
		t.Errorf("a second Write differs: %v", err)
	}
	for name, text := range map[string]string{
		"bad magic line": "x" + whole, "settings": strings.Replace(whole, `"nodes":50`, `"nodes":5x`, 1),
		"expected 50–": strings.Replace(whole, `"nodes":50`, `"nodes":40`, 1),
		"incomplete":   whole[:20],
	} {
		if _, err := Read(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, text := range map[string]string{
		"a part of the last block": whole[:len(whole)-1], "a wrong byte": whole[:len(whole)-1] + "x",
		"zeros": whole[:len(whole)-1] + "\x00\x00\x00\x00\x00",
	} {
		if part, err := Read(strings.NewReader(text)); err != nil || part.Len() != 80 {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, tail := range []string{"\x00\x00\x00\x00\x00", "\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", "\x01"} {
		if all, err := Read(strings.NewReader(whole + tail)); err != nil || all.Len() != 100 {
			t.Errorf("after %q: %v", tail, err)
		}
	}
}

// Numbers that no game has are rejected although their checksum is right.
func TestDecode(t *testing.T) {
	good := playedGames(1)
	if _, err := decode(encode(good), BatchGames); err != nil {
		t.Fatal(err)
	}
	drawn, long := slices.Clone(good), slices.Clone(good)
	drawn[0].Reason = game.Checkmate
	long[3].Plies = maxColumn + 1
	for name, data := range map[string][]byte{
		"invalid result": encode(drawn), "invalid number": encode(long),
		"after the last game": encode(append(slices.Clone(good), good...)), "unpack": []byte("x"),
	} {
		if _, err := decode(data, BatchGames); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func FuzzRead(f *testing.F) {
	d := newData(Settings{Nodes: 50, Engine: "0123456789abcdef"})
	d.batches[Batch{Plain, 1, 2}] = playedGames(1)
	var file bytes.Buffer
	if err := d.Write(&file); err != nil {
		f.Fatal(err)
	}
	f.Add(file.Bytes())
	f.Fuzz(func(t *testing.T, data []byte) {
		d, err := Read(bytes.NewReader(data))
		if err != nil {
			return
		}
		var again bytes.Buffer
		if err := d.Write(&again); err != nil {
			t.Fatal(err)
		}
		if back, err := Read(&again); err != nil || back.Len() != d.Len() {
			t.Errorf("%d games, %v; want %d", back.Len(), err, d.Len())
		}
	})
}

var few = []Batch{{Plain, 5, 0}, {Plain, 700, 0}, {Skill, 6, 0}, {FlexiblePawns, 7, 1}}

// However a run is cut off, the complete file is the same. Batches are not played again.
func TestResume(t *testing.T) {
	s := quick(t)
	dir := t.TempDir()
	files := map[string][]byte{}
	for _, name := range []string{"once", "interrupted"} {
		path := filepath.Join(dir, name)
		for cut := range 4 {
			f, err := Open(path, s)
			if err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithCancel(t.Context())
			left := 3
			if name == "once" || cut == 3 {
				left = -1
			}
			r := Run{File: f, Parallel: 2, batches: few}
			r.Progress = func(int, int) {
				if left--; left == 0 {
					cancel()
				}
			}
			err = r.Play(ctx)
			if err != nil && ctx.Err() == nil {
				t.Fatal(err)
			}
			cancel()
			if err := f.Close(); err != nil {
				t.Fatal(err)
			}
			if cut == 0 && name != "once" { // as if the machine had lost power
				half, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
				if err != nil {
					t.Fatal(err)
				}
				if _, err := half.WriteString("\x50half of a block"); err != nil {
					t.Fatal(err)
				}
				if err := half.Close(); err != nil {
					t.Fatal(err)
				}
			}
		}
		var err error
		if files[name], err = os.ReadFile(path); err != nil {
			t.Fatal(err)
		}
	}
	if d, err := Read(bytes.NewReader(files["once"])); err != nil || d.Len() != 4*BatchGames {
		t.Errorf("%d games, %v", d.Len(), err)
	}
	if !bytes.Equal(files["once"], files["interrupted"]) {
		t.Error("the file of an interrupted run differs")
	}
}

// A file is locked, and belongs to its settings.
func TestOpen(t *testing.T) {
	s := quick(t)
	name := filepath.Join(t.TempDir(), "file")
	f, err := Open(name, s)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.add(Batch{Plain, 1, 1}, playedGames(1)); err != nil {
		t.Fatal(err)
	}
	fails(t, name, s, "another process uses it")
	if err := f.Tidy(); err != nil {
		t.Fatal(err)
	}
	fails(t, name, s, "another process uses it")
	if err := f.add(Batch{Plain, 1, 2}, playedGames(2)); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	other := s
	other.Nodes++
	fails(t, name, other, "use the same settings")
	fails(t, t.TempDir(), s, "")
	fails(t, name, Settings{Nodes: 100, Engine: "x"}, "invalid engine")
	if f, err = Open(name, s); err != nil || f.Len() != 2*BatchGames || !f.has(Batch{Plain, 1, 2}) {
		t.Fatalf("%v, %v", f, err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte("another file"), 0o644); err != nil {
		t.Fatal(err)
	}
	fails(t, name, s, "not a file of an atlas")
}

func fails(t *testing.T, name string, s Settings, want string) {
	t.Helper()
	f, err := Open(name, s)
	if err == nil {
		t.Errorf("%s opened", name)
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	} else if !strings.Contains(err.Error(), want) {
		t.Errorf("%v, want %q", err, want)
	}
}

// Each batch is in the plan once, and every part of the plan is balanced.
func TestPlan(t *testing.T) {
	c := Counts{Plain: 80, QueenishKings: 20, Skill: 40}
	if err := c.Check(); err != nil {
		t.Fatal(err)
	}
	plan := c.plan()
	seen := map[Batch]bool{}
	for _, b := range plan {
		seen[b] = true
	}
	if len(plan) != 7*len(Rankings) || len(seen) != len(plan) {
		t.Errorf("%d batches, %d different", len(plan), len(seen))
	}
	half := map[Section]int{}
	for _, b := range plan[:len(plan)/2] {
		half[b.Section]++
	}
	if half[Plain] < 2*len(Rankings)-len(Rankings)/2 || half[Skill] < len(Rankings)/2 {
		t.Errorf("half of the plan has %v", half)
	}
	for _, bad := range []Counts{{}, {Plain: 30}, {Plain: -20}, {Skill: maxGames + BatchGames}} {
		if bad.Check() == nil {
			t.Errorf("%v is valid", bad)
		}
	}
}
