package sharedstudy

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/http"
	"slices"

	"github.com/wane-chess/wane/internal/page/study"
	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/problem"
	"github.com/wane-chess/wane/internal/server/studies"
	"github.com/wane-chess/wane/internal/server/web"
)

// NewSharedStudy is a study to create (POST /api/studies).
type NewSharedStudy struct {
	ID          livegame.ID `json:"id" minLength:"1" maxLength:"64" pattern:"^[\\w-]+$" doc:"chosen by the client; a repeated request creates one study"`
	Name        string      `json:"name" maxLength:"400"`
	Description string      `json:"description,omitempty" maxLength:"16000"`
	Topics      []string    `json:"topics,omitempty" maxItems:"50"`
	Visibility  Visibility  `json:"visibility" enum:"private,unlisted,public"`
	Comments    Commenting  `json:"comments,omitempty" enum:"everyone,members,none" doc:"who comments beside contributors; absent: everyone"`
	// Chapters are the first chapters; with PGN they follow its games.
	Chapters []NewChapter `json:"chapters,omitempty" maxItems:"64"`
	PGN      string       `json:"pgn,omitempty" maxLength:"2097152" doc:"each game becomes a chapter"`
	Variant  string       `json:"variant,omitempty" maxLength:"40" doc:"of games that do not name theirs"`
}

// NewChapter is a chapter to add.
type NewChapter struct {
	Chapter string      `json:"chapter" minLength:"1" maxLength:"40" pattern:"^[\\w-]+$" doc:"its ID, chosen by the client"`
	Head    HeadEdit    `json:"head"`
	Game    *study.Game `json:"game,omitempty"`
}

// CloneStudy is a copy to make (POST /api/studies/{id}/clone).
type CloneStudy struct {
	ID   livegame.ID `json:"id" minLength:"1" maxLength:"64" pattern:"^[\\w-]+$" doc:"of the copy, chosen by the client"`
	Name string      `json:"name,omitempty" maxLength:"400" doc:"absent: the same"`
}

// Commands are changes that a client wants (POST /api/studies/{id}/commands).
type Commands struct {
	Since    int       `json:"since" minimum:"0" doc:"number of the last event that the client has: the answer has those that follow"`
	Commands []Command `json:"commands" minItems:"1" maxItems:"200"`
}

// ImportChapters are games that become chapters (POST /api/studies/{id}/import).
type ImportChapters struct {
	PGN     string `json:"pgn" maxLength:"2097152"`
	Variant string `json:"variant,omitempty" maxLength:"40" doc:"of games that do not name theirs"`
	Mode    Mode   `json:"mode,omitempty" enum:",find"`
	Since   int    `json:"since,omitempty" minimum:"0" doc:"as with commands"`
}

// Answer says what has become of commands.
type Answer struct {
	NewsView
	Rejected []string       `json:"rejected" doc:"for each command why it was rejected, in words; empty: it was not"`
	LeftOut  *study.LeftOut `json:"leftOut,omitempty" doc:"of an imported text"`
}

// ChangesStudy is the policy of what changes studies of an account. A request may carry moves.
func ChangesStudy(k limits.Kind) web.Policy {
	p := web.Write(web.Account, web.Scopes(auth.StudyWrite), k)
	p.Body, p.Price.PerBytes = 4<<20, studies.Charge
	return p
}

// creations registers what makes a study.
func (s *Service) creations(k *web.Kit) {
	op := web.Post("/api/studies", "create-shared-study", "Create a study", ChangesStudy(limits.Create)).Unprocessable()
	op.Errors = append(op.Errors, http.StatusNotFound)
	web.Handle(k, op, func(ctx context.Context, in *struct{ Body NewSharedStudy }) (*web.Out[SharedStudy], error) {
		b := &in.Body
		settings := Settings{
			Name: b.Name, Description: b.Description, Topics: b.Topics, Visibility: b.Visibility,
			Comments: cmp.Or(b.Comments, Everyone),
		}
		var chapters []Command
		var left *study.LeftOut
		if b.PGN != "" {
			var err error
			if chapters, left, err = s.imported(ctx, b.PGN, b.Variant, "", 0); err != nil {
				return nil, err
			}
		}
		for i := range b.Chapters {
			c := &b.Chapters[i]
			chapters = append(chapters, Command{Kind: AddChapter, Chapter: c.Chapter, Head: &c.Head, Game: c.Game})
		}
		k.Charge(ctx, limits.Create, work(chapters)/costMoves/10)
		if err := s.Create(ctx, b.ID, senderOf(ctx), settings, chapters); err != nil {
			return nil, err
		}
		out, err := s.show(ctx, k, b.ID, "")
		if err == nil {
			out.Body.LeftOut = left
		}
		return out, err
	})

	type clone struct {
		StudyPath
		Body CloneStudy
	}
	op = web.Post("/api/studies/{id}/clone", "clone-study", "Copy a study", ChangesStudy(limits.Create)).Unprocessable()
	op.Description = "The copy is private and belongs to the client. Comments keep their authors."
	web.Handle(k, op, func(ctx context.Context, in *clone) (*web.Out[SharedStudy], error) {
		by, id := senderOf(ctx), in.Body.ID
		err := s.Clone(ctx, in.ID, id, by, in.Body.Name)
		if err == nil {
			err = s.Read(ctx, id, by.Account, func(st *Study) error {
				k.Charge(ctx, limits.Create, st.Moves()/costMoves/10)
				k.ChargeBytes(ctx, st.Size())
				return nil
			})
		}
		if err != nil {
			return nil, err
		}
		return s.show(ctx, k, id, "")
	})
}

// changes registers what changes a study.
func (s *Service) changes(k *web.Kit) {
	op := web.Delete("/api/studies/{id}", "delete-shared-study", "Delete a study",
		ChangesStudy(limits.Command)).Unprocessable()
	op.Status = http.StatusNoContent
	web.Handle(k, op, func(ctx context.Context, in *StudyPath) (*struct{}, error) {
		return nil, s.Delete(ctx, in.ID, senderOf(ctx).Account)
	})

	type commands struct {
		StudyPath
		Body Commands
	}
	op = web.Post("/api/studies/{id}/commands", "change-study", "Change a study",
		ChangesStudy(limits.Command)).Unprocessable()
	op.Description = "Commands may be sent again if there was no answer. Those that are rejected change nothing; " +
		"the others count all the same."
	web.Handle(k, op, func(ctx context.Context, in *commands) (*web.Out[Answer], error) {
		list := in.Body.Commands
		for i := range list {
			c := &list[i]
			if c.Kind != SetRole {
				continue
			}
			a, err := auth.Named(ctx, s.o.DB, c.Player)
			if err != nil && !errors.Is(err, auth.ErrNotFound) {
				return nil, err
			}
			if err == nil {
				c.Target = Participant{Person: a.Person(), ID: a.ID}
			}
		}
		k.Charge(ctx, limits.Command, len(list)/20+work(list)/costMoves)
		return s.change(ctx, k, in.ID, list, in.Body.Since)
	})

	type imported struct {
		StudyPath
		Body ImportChapters
	}
	op = web.Post("/api/studies/{id}/import", "import-chapters", "Add games to a study as chapters",
		ChangesStudy(limits.Command)).Unprocessable()
	web.Handle(k, op, func(ctx context.Context, in *imported) (*web.Out[Answer], error) {
		chapters, b := 0, &in.Body
		err := s.Read(ctx, in.ID, senderOf(ctx).Account, func(st *Study) error {
			chapters = len(st.Chapters)
			return nil
		})
		if err != nil {
			return nil, err
		}
		list, left, err := s.imported(ctx, b.PGN, b.Variant, b.Mode, chapters)
		if err != nil {
			return nil, err
		}
		if b.Mode != Normal {
			for i := range list {
				list[i].Head.Mode = &b.Mode
			}
		}
		out, err := s.change(ctx, k, in.ID, list, b.Since)
		if err == nil {
			out.Body.LeftOut = left
		}
		return out, err
	})
}

// work returns how many moves commands have.
func work(list []Command) int {
	n := 0
	for i := range list {
		c := &list[i]
		n += len(c.Path) + len(c.Moves)
		if c.Game != nil {
			n += Count(&c.Game.Root)
		}
	}
	return n
}

// change carries out commands.
func (s *Service) change(
	ctx context.Context, k *web.Kit, id livegame.ID, list []Command, since int,
) (*web.Out[Answer], error) {
	by := senderOf(ctx)
	// These stay for those who do not read the study any more: they have left it, or let its owner publish it again.
	out := Answer{NewsView: NewsView{Events: []EventView{}, People: []Participant{}, Here: HereView{List: []CursorView{}}}}
	publishes := slices.ContainsFunc(list, func(c Command) bool {
		return c.Settings != nil && c.Settings.Visibility != nil && *c.Settings.Visibility == Public
	})
	var rejected []error
	do := func() (err error) {
		rejected, err = s.Do(ctx, id, by, list, since, func(st *Study, n News) {
			out.NewsView = n.view(st, Here{}, &by)
			if publishes {
				k.Charge(ctx, limits.Command, st.Size()/studies.Charge)
			}
		})
		return err
	}
	var err error
	if publishes { // all that the study says is filtered
		err = k.Gate().Do(ctx, web.Queries, do)
	} else {
		err = do()
	}
	out.Rejected = make([]string, len(rejected))
	for i, why := range rejected {
		if why != nil {
			out.Rejected[i] = why.Error()
		}
	}
	return web.Answer(out, err)
}

// imported returns commands that add the games of a text as chapters, or the problem. The same text has the same IDs,
// so a request can be repeated.
func (s *Service) imported(
	ctx context.Context, text, variant string, mode Mode, number int,
) (list []Command, left *study.LeftOut, err error) {
	sum := sha256.Sum256([]byte(variant + "\n" + string(mode) + "\n" + text))
	options := study.Options{Games: s.o.Variants, Lookup: s.o.Lookup}
	list, left, err = Import(ctx, text, variant, hex.EncodeToString(sum[:5])+"-", number, options)
	if refusal, ok := errors.AsType[*livegame.Error](err); ok && left != nil {
		p := problem.New(http.StatusUnprocessableEntity, string(refusal.Code), refusal.Message)
		p.LeftOut, err = left, p
	}
	return list, left, err
}

// importedPrefix begins the IDs of chapters that ImportGame makes.
const importedPrefix = "game-"

// ImportGame makes a private study of the caller's account of a text with one game, which names its variant or is
// chess. It returns the ID of the study. The errors for users say what is wrong with the text, and where.
func (s *Service) ImportGame(ctx context.Context, k *web.Kit, text string) (livegame.ID, error) {
	options := study.Options{Games: s.o.Variants, Lookup: s.o.Lookup}
	chapters, left, err := Import(ctx, text, "", importedPrefix, 0, options)
	if err != nil {
		return "", err
	}
	games := len(chapters)
	if left != nil {
		games += len(left.Skipped) + left.More
	}
	if games > 1 {
		return "", livegame.Refuse("The text has %d games, expected one.", games)
	}
	k.Charge(ctx, limits.Create, work(chapters)/costMoves/10)
	g, id := chapters[0].Game, livegame.NewID()
	settings := Settings{Name: nameOf(g, g.Title), Visibility: Private, Comments: Everyone}
	return id, s.Create(ctx, id, senderOf(ctx), settings, chapters)
}
