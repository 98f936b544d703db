package tournament

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/wane-chess/wane/internal/message"
	"github.com/wane-chess/wane/internal/server/gameview"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/swiss"
)

const (
	standingsPage = 50
	liveGames     = 6
	podium        = 3
)

// view shows what is stored of a tournament. By is the name of its creator.
func (r *Row) view(v *gameview.Views, by *livegame.Person) View {
	t := &r.Terms
	out := View{
		ID: string(t.ID), System: string(t.System), Name: t.Name, Variant: t.Variant, Title: v.Title(t.Variant),
		Control: gameview.NewControl(t.Control), Rated: t.Rated,
		Status: string(r.Status), Created: gameview.Millis(t.Created), Starts: gameview.Millis(r.Starts),
		Minutes: int(t.Duration / time.Minute), Rounds: t.Rounds, Pause: int(t.Pause / time.Second),
		Double: t.Double, Berserk: t.Berserk, Bots: t.Bots, Apart: t.Apart, Private: t.Private(), RatingMin: t.RatingMin,
		RatingMax: t.RatingMax, Players: r.Players, Limit: t.system().Limit(), By: by,
	}
	if r.Status == Finished || r.Status == Canceled {
		out.Ends = gameview.Millis(r.Updated)
	}
	return out
}

// View shows a tournament without its standings, but for the podium of one that has finished. By is the name of its
// creator.
func (t *Tournament) View(v *gameview.Views, by *livegame.Person) View {
	r := Row{Terms: t.terms, Status: t.status, Starts: t.Starts(), Updated: t.lastAt, Players: len(t.players)}
	out := r.view(v, by)
	out.Ends, out.Rounds, out.Round, out.Reason = gameview.Millis(t.Ends()), t.Rounds(), t.round, string(t.reason)
	if t.status == Finished {
		list := t.Standings()
		for i := range min(podium, len(list)) {
			if len(list[i].Sheet) > 0 {
				out.Podium = append(out.Podium, t.showEntry(list[i], false))
			}
		}
	}
	return out
}

// state shows a tournament with the standings from an index on; -1: those around the viewer.
// Without live, it is that of an earlier time.
func (t *Tournament) state(v *gameview.Views, from int, viewer string, now time.Time, live bool) State {
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
	out := State{
		View: t.View(v, nil), Seq: t.seq, Now: gameview.Millis(now), Description: t.terms.Description, From: from,
		Standings: []PlayerView{}, TieBreaks: t.TieBreaks(), Live: []GameView{},
	}
	for i := from; i < min(from+standingsPage, len(list)); i++ {
		out.Standings = append(out.Standings, t.showEntry(list[i], true))
	}
	games := t.games
	if len(games) > 0 {
		out.First, out.Last = gameview.Millis(games[0].At), gameview.Millis(t.LastScore())
	}
	for _, g := range games {
		count(&out.Count, g)
	}
	if !live {
		return out
	}
	out.NextRound = gameview.Millis(t.NextRound())
	out.Live = t.leadingGames(list)
	if me != nil {
		view := t.showEntry(me, true)
		out.Mine = &MyTournament{Joined: true, Out: me.Out, Player: &view, Games: []string{}}
		for _, g := range t.Playing() {
			if g.White == me.Number || g.Black == me.Number {
				out.Mine.Games = append(out.Mine.Games, string(g.Game))
			}
		}
		out.Mine.Waiting = t.status == Started && !me.Out && me.Open == 0 &&
			(t.system.Mode() == Continuous || !t.NextRound().IsZero())
	}
	return out
}

// count counts a game.
func count(c *Count, g *Game) {
	if g.Result == nil {
		c.Playing++
		return
	}
	switch g.Result.Score {
	case WhiteWins:
		c.White++
	case BlackWins:
		c.Black++
	case Drawn:
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
func (t *Tournament) leadingGames(list []*Entry) []GameView {
	playing := map[int]*Game{}
	for _, g := range t.Playing() {
		for _, n := range []int{g.White, g.Black} {
			if playing[n] == nil {
				playing[n] = g
			}
		}
	}
	out := []GameView{}
	shown := map[livegame.ID]bool{}
	for _, p := range list {
		if g := playing[p.Number]; g != nil && !shown[g.Game] && len(out) < liveGames {
			shown[g.Game] = true
			out = append(out, t.showGame(g))
		}
	}
	return out
}

// numbered shows a player.
func (p *Player) numbered() Numbered { return Numbered{p.Number, p.Person} }

// showGame shows a game.
func (t *Tournament) showGame(g *Game) GameView {
	out := GameView{
		ID: string(g.Game), Round: g.Round, Board: g.Board,
		White: t.Player(g.White).numbered(), Black: t.Player(g.Black).numbered(),
	}
	if g.Result != nil {
		out.Result = string(g.Result.Score)
	}
	return out
}

// showRound shows a round. Moderators see which games are between players of one address.
func (t *Tournament) showRound(round int, moderator bool) RoundView {
	out := RoundView{Round: round, Games: []GameView{}, Byes: []Numbered{}}
	for _, g := range t.games {
		if g.Round == round {
			shown := t.showGame(g)
			shown.OneAddress = moderator && g.OneAddress
			out.Games = append(out.Games, shown)
		}
	}
	for _, p := range t.players {
		for _, c := range p.Sheet {
			if c.Round == round && c.Result == swiss.PairingBye {
				out.Byes = append(out.Byes, p.numbered())
			}
		}
	}
	return out
}

// showResults shows all players, the first first. Moderators see which games are between players of one address.
func (t *Tournament) showResults(moderator bool) []PlayerView {
	list := t.Standings()
	out := make([]PlayerView, len(list))
	for i, p := range list {
		out[i] = t.showEntry(p, true)
		t.markSheet(out[i].Sheet, moderator)
	}
	return out
}

// markSheet marks the games between players of one address, for moderators.
func (t *Tournament) markSheet(sheet []ScoreView, moderator bool) {
	for i := range sheet {
		sheet[i].OneAddress = moderator && t.OneAddress(livegame.ID(sheet[i].Game))
	}
}

// showPlayer shows a player, whose rank is found; nil: there is none of that number. Moderators see which games
// are between players of one address.
func (t *Tournament) showPlayer(number int, moderator bool) *PlayerView {
	p := t.Player(number)
	if p == nil {
		return nil
	}
	out := t.showEntry(p, true)
	t.markSheet(out.Sheet, moderator)
	for c := range out.Sheet {
		if o := t.Player(out.Sheet[c].Opponent); o != nil {
			out.Sheet[c].Against = &o.Person
		}
	}
	return &out
}

func (t *Tournament) showEntry(p *Entry, sheet bool) PlayerView {
	out := PlayerView{
		Numbered: p.numbered(), Rank: t.Place(p.Number),
		Score: float64(p.Score) / 2, TieBreaks: t.Ties(p.Number), Sheet: []ScoreView{}, Out: p.Out,
		Fire: p.Fire(),
	}
	for _, c := range p.Sheet {
		kind := scoreKind(c, t.status)
		if kind == "playing" && out.Game == "" {
			out.Game = string(c.Game)
		}
		if !sheet {
			continue
		}
		s := ScoreView{
			Round: c.Round, Game: string(c.Game), Opponent: c.Opponent, Kind: kind, Points: float64(c.Points) / 2,
			Double: c.Double, Berserk: c.Berserk,
		}
		if c.Opponent > 0 {
			s.Color = gameview.ColorName(c.Color)
		}
		out.Sheet = append(out.Sheet, s)
	}
	return out
}

// scoreKind names what a game or a round brought.
func scoreKind(c Cell, s Status) string {
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

// Words says in a sentence or two what a tournament is, or who has won it.
func (t *View) Words() string {
	if len(t.Podium) > 0 {
		names := make([]string, len(t.Podium))
		for i, p := range t.Podium {
			names[i] = fmt.Sprintf("%d. %s (%s)", p.Rank, cmp.Or(p.Name, "?"), strconv.FormatFloat(p.Score, 'f', -1, 64))
		}
		return strings.Join(names, ", ") + ". " + message.Plural(t.Players, "player") + "."
	}
	kind := systems[SystemName(t.System)].Words(t)
	switch Status(t.Status) {
	case Created:
		return kind + ". It starts on " + time.UnixMilli(t.Starts).UTC().Format("2 January 2006 at 15:04 UTC") + "."
	case Started:
		return kind + ", which is being played. " + message.Plural(t.Players, "player") + "."
	case Canceled:
		return kind + ". It does not take place."
	case Finished:
	}
	return kind + ". " + message.Plural(t.Players, "player") + "."
}
