package api

import (
	"context"
	"errors"
	"net/http"
	"slices"

	"github.com/wane-chess/wane/internal/page/study"
	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/guests"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/protocol"
	"github.com/wane-chess/wane/internal/server/sharedstudy"
	"github.com/wane-chess/wane/internal/server/studies"
	"github.com/wane-chess/wane/internal/server/views"
	"github.com/wane-chess/wane/internal/server/web"
)

// studyChangesAPI changes studies.
func (s *API) studyChangesAPI(k *web.Kit) {
	type create struct{ Body protocol.NewSharedStudy }
	op := s.ofStudies(web.Post("/api/studies", "create-shared-study", "Create a study", changesStudy(limits.Create)))
	web.Handle(k, op, func(ctx context.Context, in *create) (*web.Out[protocol.SharedStudy], error) {
		v, b := guests.VisitOf(ctx), &in.Body
		settings := sharedstudy.Settings{
			Name: b.Name, Description: b.Description, Topics: b.Topics, Visibility: sharedstudy.Visibility(b.Visibility),
			Comments: sharedstudy.Commenting(b.Comments),
		}
		if settings.Comments == "" {
			settings.Comments = sharedstudy.Everyone
		}
		var chapters []sharedstudy.Command
		var left *study.LeftOut
		if b.PGN != "" {
			var err error
			if chapters, left, err = s.importedChapters(ctx, b.PGN, b.Variant, "", 0); err != nil {
				return nil, err
			}
		}
		for i := range b.Chapters {
			c := &b.Chapters[i]
			chapters = append(chapters,
				sharedstudy.Command{Kind: sharedstudy.AddChapter, Chapter: c.Chapter, Head: headEdit(&c.Head), Game: c.Game})
		}
		s.o.Guard.Limiter.Charge(limits.Create, v, work(chapters)/studyMoves/10)
		if err := s.o.SharedStudies.Create(ctx, livegame.ID(b.ID), s.senderOf(v), settings, chapters); err != nil {
			return nil, err
		}
		out, err := s.sharedStudy(ctx, livegame.ID(b.ID), "")
		if err == nil {
			out.Body.LeftOut = left
		}
		return out, err
	})

	op = s.ofStudies(web.Delete("/api/studies/{id}", "delete-shared-study", "Delete a study",
		changesStudy(limits.Command)))
	op.Status = http.StatusNoContent
	web.Handle(k, op, func(ctx context.Context, in *SharedStudyPath) (*struct{}, error) {
		return nil, s.o.SharedStudies.Delete(ctx, livegame.ID(in.ID), accountOf(guests.VisitOf(ctx)))
	})

	type commands struct {
		SharedStudyPath
		Body protocol.StudyCommands
	}
	op = s.ofStudies(web.Post("/api/studies/{id}/commands", "change-study", "Change a study",
		changesStudy(limits.Command)))
	op.Description = "Commands may be sent again if there was no answer. Those that are rejected change nothing; " +
		"the others count all the same."
	web.Handle(k, op, func(ctx context.Context, in *commands) (*web.Out[protocol.StudyAnswer], error) {
		list := make([]sharedstudy.Command, len(in.Body.Commands))
		for i := range in.Body.Commands {
			c, err := s.studyCommand(ctx, &in.Body.Commands[i])
			if err != nil {
				return nil, err
			}
			list[i] = c
		}
		s.o.Guard.Limiter.Charge(limits.Command, guests.VisitOf(ctx), len(list)/20+work(list)/studyMoves)
		return s.changeStudy(ctx, livegame.ID(in.ID), list, in.Body.Since)
	})

	type imported struct {
		SharedStudyPath
		Body protocol.ImportChapters
	}
	op = s.ofStudies(web.Post("/api/studies/{id}/import", "import-chapters", "Add games to a study as chapters",
		changesStudy(limits.Command)))
	web.Handle(k, op, func(ctx context.Context, in *imported) (*web.Out[protocol.StudyAnswer], error) {
		v, id := guests.VisitOf(ctx), livegame.ID(in.ID)
		chapters := 0
		err := s.o.SharedStudies.Read(ctx, id, accountOf(v), func(st *sharedstudy.Study) error {
			chapters = len(st.Chapters)
			return nil
		})
		if err != nil {
			return nil, err
		}
		list, left, err := s.importedChapters(ctx, in.Body.PGN, in.Body.Variant, in.Body.Mode, chapters)
		if err != nil {
			return nil, err
		}
		if in.Body.Mode != "" {
			mode := sharedstudy.Mode(in.Body.Mode)
			for i := range list {
				list[i].Head.Mode = &mode
			}
		}
		out, err := s.changeStudy(ctx, id, list, in.Body.Since)
		if err == nil {
			out.Body.LeftOut = left
		}
		return out, err
	})

	type clone struct {
		SharedStudyPath
		Body protocol.CloneStudy
	}
	op = s.ofStudies(web.Post("/api/studies/{id}/clone", "clone-study", "Copy a study", changesStudy(limits.Create)))
	op.Description = "The copy is private and belongs to the client. Comments keep their authors."
	web.Handle(k, op, func(ctx context.Context, in *clone) (*web.Out[protocol.SharedStudy], error) {
		v := guests.VisitOf(ctx)
		if err := s.o.SharedStudies.Clone(ctx, livegame.ID(in.ID), livegame.ID(in.Body.ID), s.senderOf(v),
			in.Body.Name); err != nil {
			return nil, err
		}
		err := s.o.SharedStudies.Read(ctx, livegame.ID(in.Body.ID), accountOf(v), func(st *sharedstudy.Study) error {
			s.o.Guard.Limiter.Charge(limits.Create, v, st.Moves()/studyMoves/10)
			s.o.Guard.Limiter.ChargeBytes(v, st.Size())
			return nil
		})
		if err != nil {
			return nil, err
		}
		return s.sharedStudy(ctx, livegame.ID(in.Body.ID), "")
	})
}

// work returns how many moves commands have.
func work(list []sharedstudy.Command) int {
	n := 0
	for i := range list {
		c := &list[i]
		n += len(c.Path) + len(c.Moves)
		if c.Game != nil {
			n += sharedstudy.Count(&c.Game.Root)
		}
	}
	return n
}

// changesStudy is the policy of what changes studies of an account.
func changesStudy(k limits.Kind) web.Policy {
	p := web.Write(web.Account, web.Scopes(auth.StudyWrite), k)
	p.Body, p.Price.PerBytes = studyBody, studies.Charge
	return p
}

// changeStudy carries out commands.
func (s *API) changeStudy(
	ctx context.Context, id livegame.ID, list []sharedstudy.Command, since int,
) (*web.Out[protocol.StudyAnswer], error) {
	v := guests.VisitOf(ctx)
	// These stay for those who do not read the study any more: they have left it, or let its owner publish it again.
	out := protocol.StudyAnswer{StudyNews: protocol.StudyNews{
		Events: []protocol.StudyEvent{}, People: []protocol.StudyPerson{},
		Here: protocol.StudyHere{List: []protocol.StudyCursor{}},
	}}
	publishes := slices.ContainsFunc(list, func(c sharedstudy.Command) bool {
		return c.Settings != nil && c.Settings.Visibility != nil && *c.Settings.Visibility == sharedstudy.Public
	})
	var rejected []error
	do := func() (err error) {
		rejected, err = s.o.SharedStudies.Do(ctx, id, s.senderOf(v), list, since,
			func(st *sharedstudy.Study, n sharedstudy.News) {
				out.StudyNews = views.StudyNews(st, n, sharedstudy.Here{}, accountOf(v), v.Moderates())
				if publishes {
					s.o.Guard.Limiter.Charge(limits.Command, v, st.Size()/studies.Charge)
				}
			})
		return err
	}
	var err error
	if publishes { // all that the study says is filtered
		err = s.o.Gate.Do(ctx, web.Queries, do)
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

// studyCommand reads a command.
func (s *API) studyCommand(ctx context.Context, c *protocol.StudyCommand) (sharedstudy.Command, error) {
	out := sharedstudy.Command{
		Kind: sharedstudy.Kind(c.Kind), Base: c.Base, Role: sharedstudy.Role(c.Role), Chapter: c.Chapter, Game: c.Game,
		Order: c.Order, Path: c.Path, Moves: c.Moves, Comment: textEdit(c.Comment), Person: c.Person,
	}
	if c.Kind == string(sharedstudy.SetRole) && s.o.Players != nil {
		a, err := s.o.Players.Named(ctx, c.Player)
		if err != nil && !errors.Is(err, auth.ErrNotFound) {
			return out, err
		}
		out.Player = sharedstudy.Person{Account: a.ID, Name: a.Name} // none: the command is rejected
	}
	if e := c.Settings; e != nil {
		out.Settings = &sharedstudy.SettingsEdit{
			Name: e.Name, Description: textEdit(e.Description), Topics: e.Topics,
			Visibility: (*sharedstudy.Visibility)(e.Visibility), Comments: (*sharedstudy.Commenting)(e.Comments),
			NoClone: e.NoClone, Hidden: e.Hidden,
		}
	}
	if c.Head != nil {
		out.Head = headEdit(c.Head)
	}
	if e := c.Edit; e != nil {
		out.Edit = &sharedstudy.NoteEdit{
			Before: textEdit(e.Before), Hint: textEdit(e.Hint), AddNAGs: e.AddNAGs, RemoveNAGs: e.RemoveNAGs,
			AddArrows: e.AddArrows, RemoveArrows: e.RemoveArrows, AddCircles: e.AddCircles, RemoveCircles: e.RemoveCircles,
		}
	}
	return out, nil
}

func textEdit(e *protocol.StudyTextEdit) *sharedstudy.TextEdit {
	if e == nil {
		return nil
	}
	return &sharedstudy.TextEdit{Was: e.Was, Text: e.Text}
}

func headEdit(e *protocol.StudyHeadEdit) *sharedstudy.HeadEdit {
	return &sharedstudy.HeadEdit{
		Name: e.Name, Variant: e.Variant, FEN: e.FEN, Tags: e.Tags, SetTags: e.SetTags, Result: e.Result, Flipped: e.Flipped,
		Mode: (*sharedstudy.Mode)(e.Mode),
	}
}
