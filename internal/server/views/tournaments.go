package views

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/wane-chess/wane/internal/message"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/protocol"
	"github.com/wane-chess/wane/internal/server/tournament"
	"github.com/wane-chess/wane/internal/swiss"
)

const (
	standingsPage = 50
	liveGames     = 6
	podium        = 3
)

// TournamentRow shows what is stored of a tournament. By is the name of its creator.
func (v *Views) TournamentRow(r *tournament.Row, by string) protocol.Tournament {
	t := &r.Terms
	out := protocol.Tournament{
		ID: string(t.ID), System: string(t.System), Name: t.Name, Variant: t.Variant, Title: v.variant(t.Variant).title,
		Control: Control(t.Control), Rated: t.Rated,
		Status: string(r.Status), Created: Millis(t.Created), Starts: Millis(r.Starts),
		Minutes: int(t.Duration / time.Minute), Rounds: t.Rounds, Pause: int(t.Pause / time.Second),
		Double: t.Double, Berserk: t.Berserk, Bots: t.Bots, Apart: t.Apart, Private: t.Private(), RatingMin: t.RatingMin,
		RatingMax: t.RatingMax, Players: r.Players, Limit: t.Limit(), By: by,
	}
	if r.Status == tournament.Finished || r.Status == tournament.Canceled {
		out.Ends = Millis(r.Updated)
	}
	return out
}

// Tournament shows a tournament without its standings, but for the podium of one that has finished.
func (v *Views) Tournament(t *tournament.Tournament, by string) protocol.Tournament {
	terms := t.Terms()
	out := v.TournamentRow(&tournament.Row{
		Terms: terms, Status: t.Status(), Starts: t.Starts(), Updated: t.Updated(), Players: len(t.Players()),
	}, by)
	out.Ends, out.Rounds, out.Round, out.Reason = Millis(t.Ends()), t.Rounds(), t.Round(), string(t.Reason())
	if t.Status() == tournament.Finished {
		list := t.Standings()
		for i := range min(podium, len(list)) {
			if len(list[i].Sheet) > 0 {
				out.Podium = append(out.Podium, tournamentPlayer(t, list[i], i+1, false))
			}
		}
	}
	return out
}

// TournamentState shows a tournament with the standings from an index on; -1: those around the viewer.
// Without live, it is that of an earlier time.
func (v *Views) TournamentState(
	t *tournament.Tournament, by string, from int, viewer string, now time.Time, live bool,
) protocol.TournamentState {
	list := t.Standings()
	me := t.Of(viewer)
	mine := -1
	for i, p := range list {
		if p == me {
			mine = i
		}
	}
	if from < 0 {
		from = max(0, mine) / standingsPage * standingsPage
	}
	from = min(from, len(list))
	out := protocol.TournamentState{
		Tournament: v.Tournament(t, by), Seq: t.Seq(), Now: Millis(now), Description: t.Terms().Description, From: from,
		Standings: []protocol.TournamentPlayer{}, TieBreaks: t.TieBreaks(), Live: []protocol.TournamentGame{},
	}
	for i := from; i < min(from+standingsPage, len(list)); i++ {
		out.Standings = append(out.Standings, tournamentPlayer(t, list[i], i+1, true))
	}
	games := t.Games()
	if len(games) > 0 {
		out.First, out.Last = Millis(games[0].At), Millis(t.LastScore())
	}
	for _, g := range games {
		count(&out.Count, g)
	}
	if !live {
		return out
	}
	out.NextRound = Millis(t.NextRound())
	out.Live = leadingGames(t, list)
	if me != nil {
		view := tournamentPlayer(t, me, mine+1, true)
		out.Mine = &protocol.MyTournament{Joined: true, Out: me.Out, Player: &view, Games: []string{}}
		for _, g := range t.Playing() {
			if g.White == me.Number || g.Black == me.Number {
				out.Mine.Games = append(out.Mine.Games, string(g.Game))
			}
		}
		out.Mine.Waiting = t.Status() == tournament.Started && !me.Out && me.Open == 0 &&
			(t.Terms().System == tournament.Arena || !t.NextRound().IsZero())
	}
	return out
}

// count counts a game.
func count(c *protocol.TournamentCount, g *tournament.Game) {
	if g.Result == nil {
		c.Playing++
		return
	}
	switch g.Result.Score {
	case tournament.WhiteWins:
		c.White++
	case tournament.BlackWins:
		c.Black++
	case tournament.Drawn:
		c.Draws++
	default:
		return
	}
	c.Games++
	for _, berserk := range g.Result.Berserk {
		if berserk {
			c.Berserk++
		}
	}
}

// leadingGames returns games of the first players that are being played.
func leadingGames(t *tournament.Tournament, list []*tournament.Entry) []protocol.TournamentGame {
	playing := map[int]*tournament.Game{}
	for _, g := range t.Playing() {
		for _, n := range []int{g.White, g.Black} {
			if playing[n] == nil {
				playing[n] = g
			}
		}
	}
	out := []protocol.TournamentGame{}
	shown := map[livegame.ID]bool{}
	for _, p := range list {
		if g := playing[p.Number]; g != nil && !shown[g.Game] && len(out) < liveGames {
			shown[g.Game] = true
			out = append(out, TournamentGame(t, g))
		}
	}
	return out
}

// TournamentGame shows a game of a tournament.
func TournamentGame(t *tournament.Tournament, g *tournament.Game) protocol.TournamentGame {
	white, black := t.Player(g.White), t.Player(g.Black)
	out := protocol.TournamentGame{
		ID: string(g.Game), Round: g.Round, Board: g.Board, White: g.White, Black: g.Black,
		WhiteName: white.Name, BlackName: black.Name, WhiteRating: white.Rating, BlackRating: black.Rating,
	}
	if g.Result != nil {
		out.Result = string(g.Result.Score)
	}
	return out
}

// TournamentRound shows a round. Moderators see which games are between players of one address.
func TournamentRound(t *tournament.Tournament, round int, moderator bool) protocol.TournamentRound {
	out := protocol.TournamentRound{Round: round, Games: []protocol.TournamentGame{}, Byes: []int{}, ByeNames: []string{}}
	for _, g := range t.Games() {
		if g.Round == round {
			shown := TournamentGame(t, g)
			shown.OneAddress = moderator && g.OneAddress
			out.Games = append(out.Games, shown)
		}
	}
	for _, p := range t.Players() {
		for _, c := range p.Sheet {
			if c.Round == round && c.Result == swiss.PairingBye {
				out.Byes, out.ByeNames = append(out.Byes, p.Number), append(out.ByeNames, p.Name)
			}
		}
	}
	return out
}

// TournamentResults shows all players, the first first. Moderators see which games are between players of one address.
func TournamentResults(t *tournament.Tournament, moderator bool) []protocol.TournamentPlayer {
	list := t.Standings()
	out := make([]protocol.TournamentPlayer, len(list))
	for i, p := range list {
		out[i] = tournamentPlayer(t, p, i+1, true)
		markSheet(t, out[i].Sheet, moderator)
	}
	return out
}

// markSheet marks the games between players of one address, for moderators.
func markSheet(t *tournament.Tournament, sheet []protocol.TournamentScore, moderator bool) {
	for i := range sheet {
		sheet[i].OneAddress = moderator && t.OneAddress(livegame.ID(sheet[i].Game))
	}
}

// TournamentPlayer shows a player, whose rank is found; nil: there is none of that number. Moderators see which games
// are between players of one address.
func TournamentPlayer(t *tournament.Tournament, number int, moderator bool) *protocol.TournamentPlayer {
	for i, p := range t.Standings() {
		if p.Number == number {
			out := tournamentPlayer(t, p, i+1, true)
			markSheet(t, out.Sheet, moderator)
			for c := range out.Sheet {
				if o := t.Player(out.Sheet[c].Opponent); o != nil {
					out.Sheet[c].OpponentName, out.Sheet[c].OpponentRating = o.Name, o.Rating
				}
			}
			return &out
		}
	}
	return nil
}

func tournamentPlayer(t *tournament.Tournament, p *tournament.Entry, rank int, sheet bool) protocol.TournamentPlayer {
	out := protocol.TournamentPlayer{
		Number: p.Number, Rank: rank, Name: p.Name, Bot: p.Bot, Rating: p.Rating, Provisional: p.Provisional,
		Score: float64(p.Score) / 2, TieBreaks: t.Ties(p.Number), Sheet: []protocol.TournamentScore{}, Out: p.Out,
		Fire: t.Terms().System == tournament.Arena && p.Fire(),
	}
	for _, c := range p.Sheet {
		kind := scoreKind(c, t.Status())
		if kind == "playing" && out.Game == "" {
			out.Game = string(c.Game)
		}
		if !sheet {
			continue
		}
		s := protocol.TournamentScore{
			Round: c.Round, Game: string(c.Game), Opponent: c.Opponent, Kind: kind, Points: float64(c.Points) / 2,
			Double: c.Double, Berserk: c.Berserk,
		}
		if c.Opponent > 0 {
			s.Color = ColorName(c.Color)
		}
		out.Sheet = append(out.Sheet, s)
	}
	return out
}

// scoreKind names what a game or a round brought.
func scoreKind(c tournament.Cell, s tournament.Status) string {
	switch c.Result {
	case swiss.Win:
		return "win"
	case swiss.Draw:
		return "draw"
	case swiss.Loss:
		return "loss"
	case swiss.ForfeitWin:
		return "forfeit-win"
	case swiss.ForfeitLoss:
		return "forfeit-loss"
	case swiss.PairingBye, swiss.FullBye:
		return "bye"
	case swiss.HalfBye:
		return "half-bye"
	case swiss.ZeroBye:
		return "absent"
	}
	if c.Void || s.Over() {
		return "void"
	}
	return "playing"
}

// TournamentWords says in a sentence or two what a tournament is, or who has won it.
func TournamentWords(t *protocol.Tournament) string {
	if len(t.Podium) > 0 {
		names := make([]string, len(t.Podium))
		for i, p := range t.Podium {
			names[i] = fmt.Sprintf("%d. %s (%s)", i+1, cmp.Or(p.Name, "?"), strconv.FormatFloat(p.Score, 'f', -1, 64))
		}
		return strings.Join(names, ", ") + ". " + message.Plural(t.Players, "player") + "."
	}
	kind := map[string]string{
		string(tournament.Arena):      fmt.Sprintf("An arena of %d minutes", t.Minutes),
		string(tournament.Swiss):      fmt.Sprintf("A Swiss tournament of %d rounds", t.Rounds),
		string(tournament.RoundRobin): "A round robin by correspondence",
	}[t.System]
	switch tournament.Status(t.Status) {
	case tournament.Created:
		return kind + ". It starts on " + time.UnixMilli(t.Starts).UTC().Format("2 January 2006 at 15:04 UTC") + "."
	case tournament.Started:
		return kind + ", which is being played. " + message.Plural(t.Players, "player") + "."
	case tournament.Canceled:
		return kind + ". It does not take place."
	case tournament.Finished:
	}
	return kind + ". " + message.Plural(t.Players, "player") + "."
}
