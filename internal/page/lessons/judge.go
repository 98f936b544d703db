package lessons

import (
	"slices"
	"strings"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/message"
	"github.com/wane-chess/wane/notation"
)

// Verdict is what is to be said of the learner's last move.
type Verdict struct {
	// State is "done" if the goal is reached, "on" if the move leads there, "wrong"
	// if it is to be taken back.
	State string `json:"state" enum:"done,on,wrong"`
	Reply string `json:"reply,omitempty"` // on: what the opponent answers
	// Why is the number, from 1, of the entry in Wrong that says why the move is
	// wrong; 0 if only Otherwise does.
	Why int `json:"why,omitempty"`
}

// The states of a Verdict.
const (
	Done    = "done"
	Onwards = "on"
	Refused = "wrong"
)

// Judge judges a step after all the moves that have been played in it, the
// learner's and the replies, from the learner's first to his last. The error is
// about a move that is not legal, a FEN, or a list that does not end with a move
// of the learner.
func Judge(g game.Game, s *LessonStep, played []string) (Verdict, error) {
	if len(played)%2 == 0 {
		return Verdict{}, message.Errorf("%d moves were played: expected an odd number, "+
			"the last one being the learner's", len(played))
	}
	pos, err := s.start(g)
	if err != nil {
		return Verdict{}, err
	}
	line := make([]string, 0, len(played))
	count := 0
	for i, text := range played {
		m, err := read(pos, text)
		if err != nil {
			return Verdict{}, message.Errorf("move %d: %w", i+1, err)
		}
		line = append(line, pos.UCI(m))
		if i%2 == 0 {
			count += s.Goal.counted(pos.Effects(m))
		}
		pos.Make(m)
	}
	return s.verdict(pos, line, count), nil
}

// solve returns a shortest line that reaches the goal of a step, or nil. Of the
// goal's moves the first is preferred.
func (s *LessonStep) solve(g game.Game) ([]string, error) {
	pos, err := s.start(g)
	if err != nil {
		return nil, err
	}
	for _, entry := range s.Goal.Moves {
		for _, m := range pos.Legal(nil) {
			if line := []string{pos.UCI(m)}; matches([]string{entry}, line) {
				return line, nil
			}
		}
	}
	for plies := 1; plies <= max(s.Goal.Within, 1); plies += 2 {
		if line := s.search(pos, nil, 0, plies); line != nil {
			return line, nil
		}
	}
	return nil, nil
}

// search looks for a way to the goal that is no longer than so many plies, after a
// line in which so much of what the goal counts has happened.
func (s *LessonStep) search(pos game.Position, line []string, count, plies int) []string {
	for _, m := range pos.Legal(nil) {
		n := count + s.Goal.counted(pos.Effects(m))
		played := append(slices.Clip(line), pos.UCI(m))
		pos.Make(m)
		v := s.verdict(pos, played, n)
		found := v.State == Done && len(played) <= plies
		if !found && v.State == Onwards && len(played)+2 <= plies {
			if reply, err := read(pos, v.Reply); err == nil {
				pos.Make(reply)
				played = s.search(pos, append(played, v.Reply), n, plies)
				pos.Unmake()
				found = played != nil
			}
		}
		pos.Unmake()
		if found {
			return played
		}
	}
	return nil
}

// verdict judges the line that has led to a position, in which so much of what the
// goal counts has happened.
func (s *LessonStep) verdict(pos game.Position, line []string, count int) Verdict {
	inTime := len(line) <= max(s.Goal.Within, 1)
	if inTime && s.Goal.reached(pos, line, count) {
		return Verdict{State: Done}
	}
	for i, w := range s.Wrong {
		if matches(w.Moves, line) {
			return Verdict{State: Refused, Why: i + 1}
		}
	}
	reply, ok := s.reply(line)
	if ok && len(line)+2 <= max(s.Goal.Within, 1) && !pos.Outcome().Over() {
		return Verdict{State: Onwards, Reply: reply}
	}
	return Verdict{State: Refused}
}

// reply finds the answer to the last move of a line. An answer to the whole line
// goes before one to its last move, and that before one to any of its promotions.
func (s *LessonStep) reply(line []string) (string, bool) {
	best := ""
	for key := range s.Replies {
		if len(key) > len(best) && matches([]string{key}, line) {
			best = key
		}
	}
	return s.Replies[best], best != ""
}

// start returns the position in which a step begins.
func (s *LessonStep) start(g game.Game) (game.Position, error) { return startOf(g, s.FEN, s.Moves) }

func startOf(g game.Game, fen string, moves []string) (game.Position, error) {
	pos, err := game.ParseOrStart(g, fen)
	if err != nil {
		return nil, err
	}
	if _, err := notation.Play(pos, moves, read); err != nil {
		return nil, message.Errorf("before it begins: %w", err)
	}
	return pos, nil
}

// read reads a legal move as UCI.
func read(pos game.Position, text string) (game.Move, error) {
	if o := pos.Outcome(); o.Over() {
		return game.NoMove, message.Errorf("%.20q: the game is over (%v)", text, o)
	}
	return notation.ParseUCI(pos, text)
}

// matches reports whether one of the entries is the last move of a line, or all of
// it.
func matches(entries, line []string) bool {
	for _, entry := range entries {
		text := line[len(line)-1]
		if strings.Contains(entry, " ") {
			text = strings.Join(line, " ")
		}
		if rest, ok := strings.CutPrefix(text, entry); ok && strings.Trim(rest, "qrbn") == "" {
			return true
		}
	}
	return false
}

// Matches reports whether an entry of a step, as the package's documentation
// describes them, is met by a line of moves.
func Matches(entry string, line []string) bool { return matches([]string{entry}, line) }
