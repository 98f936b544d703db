package atlas

import (
	"cmp"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/rules/diminuendo"
)

const (
	// BatchGames is the number of games of a batch. Runs play whole batches.
	BatchGames = 20
	// SkillFactor is how many times more nodes the stronger side has in the section Skill.
	SkillFactor = 8
	// MaxPlies is the length at which a game counts as drawn.
	MaxPlies = 400
	// OpeningPlies is the number of random plies at the start of each game, as many for
	// White as for Black.
	OpeningPlies = 4

	minNodes, maxNodes = 50, 20_000
	maxGames           = 100_000 // of a ranking in a section
)

// Settings say how the games of a run are played.
type Settings struct {
	Nodes uint64 `json:"nodes"` // for each move
	Seed  uint64 `json:"seed"`
	// Engine identifies the engine that plays, see EngineID.
	Engine string `json:"engine"`
}

// Check returns what is wrong with the settings.
func (s Settings) Check() error {
	if s.Nodes < minNodes || s.Nodes > maxNodes {
		return fmt.Errorf("%d nodes for each move: expected %d–%d", s.Nodes, minNodes, maxNodes)
	}
	if id, err := hex.DecodeString(s.Engine); err != nil || len(id) != engineIDBytes {
		return fmt.Errorf("invalid engine %.40q: expected %d hexadecimal digits", s.Engine, 2*engineIDBytes)
	}
	return nil
}

// String returns the settings in words.
func (s Settings) String() string {
	return fmt.Sprintf("%d nodes a move, seed %d, engine %s", s.Nodes, s.Seed, s.Engine)
}

// Section is a part of the games of a run.
type Section uint8

// The sections.
const (
	Plain         Section = iota // without options
	QueenishKings                // with the option +qk
	FlexiblePawns                // with the option +fp
	BothOptions                  // with both
	Skill                        // without options; one side has more nodes
	numSections
)

// Sections are all sections.
var Sections = []Section{Plain, QueenishKings, FlexiblePawns, BothOptions, Skill}

var sectionNames = [numSections]string{"plain", "qk", "fp", "qkfp", "skill"}

// String returns the name of the section, such as "qk".
func (s Section) String() string {
	if s >= numSections {
		return fmt.Sprintf("section %d", uint8(s))
	}
	return sectionNames[s]
}

// Counts are the numbers of games of each ranking, by Section.
type Counts [numSections]int

// Check returns what is wrong with the counts.
func (c Counts) Check() error {
	total := 0
	for s, n := range c {
		if n < 0 || n > maxGames || n%BatchGames != 0 {
			return fmt.Errorf("%d games of each ranking in the section %v: expected a multiple of %d up to %d", n, Section(s),
				BatchGames, maxGames)
		}
		total += n
	}
	if total == 0 {
		return errors.New("no games: expected some in at least one section")
	}
	return nil
}

// Rankings are all rankings, the inventor's first. Files number them in this order.
var Rankings = slices.Collect(diminuendo.Rankings())

// Variant returns the game that a section plays with a ranking.
func (s Section) Variant(r diminuendo.Ranking) game.Game {
	return diminuendo.New(r, s == QueenishKings || s == BothOptions, s == FlexiblePawns || s == BothOptions)
}

// Batch is some consecutive games of one ranking in one section.
type Batch struct {
	Section Section
	Ranking int // index in Rankings
	Number  int // of the batch: its first game has the number Number·BatchGames
}

// plan returns all batches in the order in which they are played: if a run ends early, all
// rankings have almost the same number of games, and all sections the same share of theirs.
func (c Counts) plan() []Batch {
	var all []Batch
	most := slices.Max(c[:]) / BatchGames
	for round := 1; round <= most; round++ {
		for s, games := range c {
			n := games / BatchGames
			for b := n * (round - 1) / most; b < n*round/most; b++ {
				for r := range Rankings {
					all = append(all, Batch{Section(s), r, b})
				}
			}
		}
	}
	return all
}

// compare orders batches as files do.
func (b Batch) compare(o Batch) int {
	return cmp.Or(cmp.Compare(b.Section, o.Section), cmp.Compare(b.Ranking, o.Ranking), cmp.Compare(b.Number, o.Number))
}
