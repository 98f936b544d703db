package livegame

import (
	"slices"
	"strings"
	"time"
)

// Rule is a term of a game besides those of its variant. The names are Lichess's.
type Rule string

// The rules.
const (
	// NoAbort: no player ends the game without a result. Who makes no first move in time loses.
	NoAbort Rule = "noAbort"
	// NoRematch: the players are offered no rematch.
	NoRematch Rule = "noRematch"
	// NoGiveTime: no player gives the opponent time. Here none can in any game.
	NoGiveTime Rule = "noGiveTime"
	// NoClaimWin: no player claims the game when the opponent has left.
	NoClaimWin Rule = "noClaimWin"
	// NoEarlyDraw: the players agree on no draw before earlyPlies.
	NoEarlyDraw Rule = "noEarlyDraw"
)

var allRules = []Rule{NoAbort, NoRematch, NoGiveTime, NoClaimWin, NoEarlyDraw}

// earlyPlies is after how many plies the players of a game with NoEarlyDraw agree on a draw: 30 moves of each.
const earlyPlies = 60

// Rules are the rules of a game: their names with commas between, each once, in a fixed order. "" are none.
type Rules string

// ParseRules parses names of rules with commas between, in any order. Its errors are *Error with code NotAllowed.
func ParseRules(text string) (Rules, error) {
	if text == "" {
		return "", nil
	}
	var wanted []Rule
	for name := range strings.SplitSeq(text, ",") {
		name = strings.TrimSpace(name)
		if name != "" && !slices.Contains(allRules, Rule(name)) {
			return "", errorf(NotAllowed, "There is no rule %s, expected some of %s with commas between.",
				quote(name), strings.Join(names(allRules), ", "))
		}
		wanted = append(wanted, Rule(name))
	}
	var rules []Rule
	for _, r := range allRules {
		if slices.Contains(wanted, r) {
			rules = append(rules, r)
		}
	}
	return Rules(strings.Join(names(rules), ",")), nil
}

func names(rules []Rule) []string {
	list := make([]string, len(rules))
	for i, r := range rules {
		list[i] = string(r)
	}
	return list
}

// List returns the names of the rules; nil: there are none.
func (r Rules) List() []string {
	if r == "" {
		return nil
	}
	return strings.Split(string(r), ",")
}

// Has reports whether a rule is among them.
func (r Rules) Has(rule Rule) bool { return slices.Contains(r.List(), string(rule)) }

// ClaimAfter returns how long an opponent must be away before the game can be claimed; 0: never.
func (h Header) ClaimAfter() time.Duration {
	if h.Rules.Has(NoClaimWin) {
		return 0
	}
	return h.TimeControl.ClaimAfter()
}
