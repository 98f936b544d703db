package atlas

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/wane-chess/wane/internal/page/atlastable"
)

//go:embed picks.json
var picksText []byte

// readPicks returns the rankings to play first, with a game of each.
func readPicks() (picks []atlastable.Pick, err error) {
	if err := json.Unmarshal(picksText, &picks); err != nil {
		return nil, fmt.Errorf("picks.json: %w", err)
	}
	for _, p := range picks {
		if atlastable.RankingIndex(p.Ranking) < 0 {
			return nil, fmt.Errorf("picks.json: unknown ranking %q", p.Ranking)
		}
	}
	return picks, nil
}

func (r *report) tenToPlay(b *strings.Builder, picks []atlastable.Pick) {
	if len(picks) == 0 {
		return
	}
	line(b, "## Rankings to play first\n")
	for _, p := range picks {
		i := atlastable.RankingIndex(p.Ranking)
		line(b, "- **%s.** %s White scores %s %%, draws %s %%, %s moves, %s lead changes a game.", strings.ToUpper(p.Ranking),
			p.Why, r.value("white", i), r.value("draws", i), r.value("moves", i), r.value("leads", i))
	}
	line(b, "\nThe page of the rankings has a game of each by the engine at long thinking time, with notes.\n")
}
