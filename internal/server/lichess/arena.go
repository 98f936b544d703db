package lichess

import (
	"context"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/gameview"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/tournament"
)

// standingsPage is how many players a page of the standings has.
const standingsPage = 10

// secondsClock is the clock of a tournament, in seconds.
type secondsClock struct {
	Limit     int `json:"limit"`
	Increment int `json:"increment"`
}

// minMax is a bound of ratings.
type minMax struct {
	Rating int `json:"rating"`
}

// arenaPerf is the rating of an arena.
type arenaPerf struct {
	Key  string `json:"key"`
	Name string `json:"name"`
	Icon string `json:"icon"`
}

// arenaShape is an arena in a list.
type arenaShape struct {
	ID             string       `json:"id"`
	CreatedBy      string       `json:"createdBy"`
	System         string       `json:"system" enum:"arena"`
	Minutes        int          `json:"minutes"`
	Clock          secondsClock `json:"clock"`
	Rated          bool         `json:"rated"`
	FullName       string       `json:"fullName"`
	Players        int          `json:"nbPlayers"`
	Variant        variantShape `json:"variant"`
	StartsAt       int64        `json:"startsAt"`
	FinishesAt     int64        `json:"finishesAt"`
	Status         int          `json:"status" doc:"10 created, 20 started, 30 over"`
	Perf           arenaPerf    `json:"perf"`
	SecondsToStart int64        `json:"secondsToStart,omitempty"`
	MinRating      *minMax      `json:"minRating,omitempty"`
	MaxRating      *minMax      `json:"maxRating,omitempty"`
	BotsAllowed    bool         `json:"botsAllowed,omitempty"`
	Private        bool         `json:"private,omitempty"`
}

// arenas are lists of arenas.
type arenas struct {
	Created  []arenaShape `json:"created"`
	Started  []arenaShape `json:"started"`
	Finished []arenaShape `json:"finished"`
}

// result is a player in the results of a tournament: of an arena the score, else points and tie-breaks.
type result struct {
	Rank        int      `json:"rank"`
	Score       *int     `json:"score,omitempty"`
	Points      *float64 `json:"points,omitempty"`
	TieBreak    *float64 `json:"tieBreak,omitempty"`
	Rating      int      `json:"rating"`
	Username    string   `json:"username"`
	Title       string   `json:"title,omitempty"`
	Performance int      `json:"performance"`
	Absent      bool     `json:"absent,omitempty"`
	Sheet       *sheet   `json:"sheet,omitempty"`
}

// sheet has the points of a player's games, the last first.
type sheet struct {
	Scores string `json:"scores"`
	Fire   bool   `json:"fire,omitempty"`
}

// arenaFull is an arena with a page of its standings.
type arenaFull struct {
	ID              string       `json:"id"`
	CreatedBy       string       `json:"createdBy"`
	System          string       `json:"system"`
	FullName        string       `json:"fullName"`
	Rated           bool         `json:"rated"`
	Berserkable     bool         `json:"berserkable,omitempty"`
	Clock           secondsClock `json:"clock"`
	Minutes         int          `json:"minutes"`
	Variant         string       `json:"variant"`
	Perf            arenaPerf    `json:"perf"`
	StartsAt        time.Time    `json:"startsAt"`
	Players         int          `json:"nbPlayers"`
	SecondsToStart  int64        `json:"secondsToStart,omitempty"`
	SecondsToFinish int64        `json:"secondsToFinish,omitempty"`
	IsStarted       bool         `json:"isStarted,omitempty"`
	IsFinished      bool         `json:"isFinished,omitempty"`
	Description     string       `json:"description,omitempty"`
	MinRating       *minMax      `json:"minRating,omitempty"`
	MaxRating       *minMax      `json:"maxRating,omitempty"`
	BotsAllowed     bool         `json:"botsAllowed,omitempty"`
	Private         bool         `json:"private,omitempty"`
	Standing        struct {
		Page    int      `json:"page"`
		Players []ranked `json:"players"`
	} `json:"standing"`
	Podium []ranked   `json:"podium,omitempty"`
	Stats  *tourStats `json:"stats,omitempty"`
}

// ranked is a player in the standings of an arena.
type ranked struct {
	Name        string `json:"name"`
	Title       string `json:"title,omitempty"`
	Rank        int    `json:"rank"`
	Rating      int    `json:"rating"`
	Score       int    `json:"score"`
	Sheet       sheet  `json:"sheet"`
	Performance int    `json:"performance,omitempty"`
}

// tourStats counts the games of a tournament.
type tourStats struct {
	Games     int `json:"games"`
	Moves     int `json:"moves"`
	WhiteWins int `json:"whiteWins"`
	BlackWins int `json:"blackWins"`
	Draws     int `json:"draws"`
	Berserks  int `json:"berserks"`
	Byes      int `json:"byes"`
	Absences  int `json:"absences"`
	Average   int `json:"averageRating"`
}

// swissShape is a tournament in rounds.
type swissShape struct {
	ID        string       `json:"id"`
	CreatedBy string       `json:"createdBy"`
	StartsAt  time.Time    `json:"startsAt"`
	Name      string       `json:"name"`
	Clock     secondsClock `json:"clock"`
	Variant   string       `json:"variant"`
	Round     int          `json:"round"`
	Rounds    int          `json:"nbRounds"`
	Players   int          `json:"nbPlayers"`
	Ongoing   int          `json:"nbOngoing"`
	Status    string       `json:"status" enum:"created,started,finished"`
	Stats     *tourStats   `json:"stats,omitempty"`
	Rated     bool         `json:"rated"`
	NextRound *nextRound   `json:"nextRound,omitempty"`
	Verdicts  struct {
		List     []struct{} `json:"list"`
		Accepted bool       `json:"accepted"`
	} `json:"verdicts"`
}

// nextRound is when a round is paired.
type nextRound struct {
	At time.Time `json:"at"`
	In int64     `json:"in" doc:"seconds"`
}

func boundOf(n int) *minMax {
	if n == 0 {
		return nil
	}
	return &minMax{n}
}

func clockOf(c livegame.TimeControl) secondsClock {
	return secondsClock{int(c.Base / time.Second), int(c.Increment / time.Second)}
}

// arena shows an arena in a list.
func (s *Server) arena(ctx context.Context, r *tournament.Row) arenaShape {
	t := &r.Terms
	status := 30
	switch r.Status {
	case tournament.Created:
		status = 10
	case tournament.Started:
		status = 20
	}
	return arenaShape{
		ID: string(t.ID), CreatedBy: s.creator(ctx, t), System: arena, Minutes: int(t.Duration / time.Minute),
		Clock: clockOf(t.Control), Rated: t.Rated, FullName: t.Name, Players: r.Players,
		Variant: s.variant(t.Variant, ""), StartsAt: gameview.Millis(r.Starts),
		FinishesAt: gameview.Millis(r.Starts.Add(t.Duration)), Status: status, Perf: s.arenaPerf(t),
		SecondsToStart: s.secondsTo(r.Starts), MinRating: boundOf(t.RatingMin), MaxRating: boundOf(t.RatingMax),
		BotsAllowed: t.Bots, Private: t.Private(),
	}
}

func (s *Server) arenaPerf(t *tournament.Terms) arenaPerf {
	return arenaPerf{Key: perfKey(t.Variant, t.Control), Name: s.perf(t.Variant, t.Control).Name}
}

// creator returns the ID of who has created a tournament; "" if the account was deleted, or the server has.
func (s *Server) creator(ctx context.Context, t *tournament.Terms) string {
	if t.Creator == "" {
		return ""
	}
	a, err := s.o.Accounts.ByID(ctx, t.Creator)
	if err != nil {
		return "" // as if it was deleted: the tournament is what matters
	}
	return a.Key()
}

// tournament shows a tournament in the shape of a kind.
func (s *Server) tournament(ctx context.Context, id livegame.ID, kind string, page int) (*struct{ Body any }, error) {
	var terms tournament.Terms
	var full arenaFull
	var swiss swissShape
	err := s.o.Tournaments.Read(ctx, id, func(t *tournament.Tournament) error {
		if terms = t.Terms(); kind == arena {
			full = s.arenaFull(t, page)
		} else {
			swiss = s.swiss(t)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	// The account is read when nobody waits for the tournament.
	if full.CreatedBy = s.creator(ctx, &terms); kind == arena {
		return &struct{ Body any }{full}, nil
	}
	swiss.CreatedBy = full.CreatedBy
	return &struct{ Body any }{swiss}, nil
}

// arenaFull shows an arena, but for who has created it.
func (s *Server) arenaFull(t *tournament.Tournament, page int) arenaFull {
	terms, over := t.Terms(), t.Status().Over()
	out := arenaFull{
		ID: string(terms.ID), System: arena, FullName: terms.Name, Rated: terms.Rated,
		Berserkable: terms.Berserk, Clock: clockOf(terms.Control), Minutes: int(terms.Duration / time.Minute),
		Variant: variantKey(terms.Variant, ""), Perf: s.arenaPerf(&terms), StartsAt: t.Starts().UTC(),
		Players: len(t.Players()), IsStarted: t.Status() == tournament.Started, IsFinished: over,
		Description: terms.Description, MinRating: boundOf(terms.RatingMin), MaxRating: boundOf(terms.RatingMax),
		BotsAllowed: terms.Bots, Private: terms.Private(), Stats: statsOf(t),
	}
	switch {
	case over:
	case out.IsStarted:
		out.SecondsToFinish = s.secondsTo(t.Ends())
	default:
		out.SecondsToStart = s.secondsTo(t.Starts())
	}
	out.Standing.Page, out.Standing.Players = page, []ranked{}
	for i, p := range t.Standings() {
		if over && i < 3 {
			out.Podium = append(out.Podium, rankedOf(p, i+1))
		}
		if i/standingsPage == page-1 {
			out.Standing.Players = append(out.Standing.Players, rankedOf(p, i+1))
		}
	}
	return out
}

func rankedOf(p *tournament.Entry, rank int) ranked {
	return ranked{
		Name: p.Name, Title: p.TitleTag(), Rank: rank, Rating: p.Rating, Score: p.Score / 2, Sheet: sheetOf(p),
		Performance: p.Performance(),
	}
}

func sheetOf(p *tournament.Entry) sheet {
	out := sheet{Fire: p.Fire()}
	for i := len(p.Sheet) - 1; i >= 0; i-- {
		if c := p.Sheet[i]; c.Result != 0 {
			out.Scores += string(rune('0' + c.Points/2))
		}
	}
	return out
}

// resultOf shows a player in the results of a tournament.
func resultOf(t *tournament.Tournament, p *tournament.Entry, rank int, kind string, sheet bool) result {
	out := result{
		Rank: rank, Rating: p.Rating, Username: p.Name, Title: p.TitleTag(), Performance: p.Performance(),
	}
	if kind == arena {
		score := p.Score / 2
		out.Score = &score
	} else {
		points, tie := float64(p.Score)/2, 0.0
		if ties := t.Ties(p.Number); len(ties) > 0 {
			tie = ties[0]
		}
		out.Points, out.TieBreak, out.Absent = &points, &tie, p.Out
	}
	if sheet {
		of := sheetOf(p)
		out.Sheet = &of
	}
	return out
}

// statsOf counts the games of a tournament that have ended.
func statsOf(t *tournament.Tournament) *tourStats {
	out := &tourStats{}
	for _, g := range t.Games() {
		if g.Result == nil {
			continue
		}
		switch g.Result.Score {
		case tournament.WhiteWins:
			out.WhiteWins++
		case tournament.BlackWins:
			out.BlackWins++
		case tournament.Drawn:
			out.Draws++
		default:
			out.Absences++
			continue
		}
		out.Games++
		out.Moves += g.Result.Plies
		for _, c := range []game.Color{game.White, game.Black} {
			if g.Result.Berserk[c] {
				out.Berserks++
			}
		}
	}
	sum := 0
	for _, p := range t.Players() {
		sum += p.Rating
	}
	out.Average = sum / max(1, len(t.Players()))
	return out
}

// swiss shows a tournament in rounds, but for who has created it.
func (s *Server) swiss(t *tournament.Tournament) swissShape {
	terms, status := t.Terms(), t.Status()
	if status.Over() {
		status = tournament.Finished
	}
	out := swissShape{
		ID: string(terms.ID), StartsAt: t.Starts().UTC(), Name: terms.Name,
		Clock: clockOf(terms.Control), Variant: variantKey(terms.Variant, ""), Round: t.Round(), Rounds: t.Rounds(),
		Players: len(t.Players()), Ongoing: len(t.Playing()), Status: string(status), Stats: statsOf(t), Rated: terms.Rated,
	}
	out.Verdicts.List, out.Verdicts.Accepted = []struct{}{}, true
	if at := t.NextRound(); !at.IsZero() {
		out.NextRound = &nextRound{at.UTC(), s.secondsTo(at)}
	}
	return out
}
