package sharedstudy

import (
	"context"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/guests"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/problem"
	"github.com/wane-chess/wane/internal/server/web"
)

const (
	studiesPerPage = 30
	topicsShown    = 30
	maxStudyWords  = 8
	// costMoves is how many moves cost as much as a request.
	costMoves = 500
)

// StudyPath is the part of a path that names a study.
type StudyPath struct {
	ID livegame.ID `path:"id" minLength:"1" maxLength:"64" pattern:"^[\\w-]+$" doc:"of the study"`
}

var errMissing = problem.Missing("The study has no such chapter.")

// senderOf returns who asks as the author of changes.
func senderOf(ctx context.Context) Sender {
	v := guests.VisitOf(ctx)
	s := Sender{Person: livegame.Person{Name: v.Guest.Name}, Moderator: v.Moderates(), Author: v.Author()}
	if v.Identity != nil {
		s.Person, s.Account = v.Identity.Account.Person(), v.Identity.Account.ID
	}
	return s
}

// Register implements feature.Feature.
func (s *Service) Register(k *web.Kit) {
	s.lists(k)
	s.creations(k)
	s.changes(k)

	type wanted struct {
		StudyPath
		Chapter string `query:"chapter" maxLength:"40" doc:"whose moves are wanted; absent: the first"`
	}
	op := readsStudy("/api/studies/{id}", "get-shared-study", "A study with the moves of a chapter", limits.Read)
	web.Handle(k, op, func(ctx context.Context, in *wanted) (*web.Out[SharedStudy], error) {
		return s.show(ctx, k, in.ID, in.Chapter)
	})

	type followed struct {
		StudyPath
		Since   int    `query:"since" minimum:"-1" default:"-1" doc:"number of the last event that the client has: wait for a later one, 25 s at most; -1: do not wait"`
		Known   string `query:"known" maxLength:"40" doc:"version of the last list of other pages: another list ends the wait, too"`
		Tab     string `query:"tab" maxLength:"24" pattern:"^[\\w-]*$" doc:"an ID that the page chooses; with it, others see what the page shows, unless a moderator reads what is hidden"`
		Chapter string `query:"chapter" maxLength:"40" pattern:"^[\\w-]*$" doc:"that the page shows"`
		Path    string `query:"path" maxLength:"12000" pattern:"^((([a-y]\\d\\d?|z){2}[qrbnk]{0,8}) ?)*$" doc:"the move that the page shows: moves in UCI, with spaces"`
	}
	op = readsStudy("/api/studies/{id}/events", "follow-study", "What happens in a study", limits.Read)
	op.Lasts = true
	web.Handle(k, op, func(ctx context.Context, in *followed) (*web.Out[NewsView], error) {
		waiting, cancel := web.Waiting(ctx)
		defer cancel()
		by, look := senderOf(ctx), Look{Tab: in.Tab, Chapter: in.Chapter, Path: in.Path}
		if by.Account != "" {
			look.Person = by.Person
		}
		var out NewsView
		err := s.Wait(waiting, in.ID, by, in.Since, in.Known, look, func(st *Study, n News, here Here) error {
			out = n.view(st, here, &by)
			return nil
		})
		if err != nil && waiting.Err() != nil && ctx.Err() == nil {
			return nil, problem.New(http.StatusServiceUnavailable, problem.CodeServer,
				"The server is shutting down. Ask again in a moment.")
		}
		return web.Answer(out, err)
	})

	type onePGN struct {
		StudyPath
		Chapter string `path:"chapter" maxLength:"40" pattern:"^[\\w-]+$"`
	}
	op = readsStudy("/api/studies/{id}/pgn", "download-study", "All chapters of a study as PGN", limits.Download)
	op.Responses = web.DocumentResponse("application/x-chess-pgn", "The chapters")
	web.Handle(k, op, func(ctx context.Context, in *StudyPath) (*web.Document, error) {
		return s.download(ctx, k, in.ID, "")
	})
	op = readsStudy("/api/studies/{id}/chapters/{chapter}/pgn", "download-chapter", "A chapter of a study as PGN",
		limits.Read)
	op.Responses = web.DocumentResponse("application/x-chess-pgn", "The chapter")
	web.Handle(k, op, func(ctx context.Context, in *onePGN) (*web.Document, error) {
		return s.download(ctx, k, in.ID, in.Chapter)
	})
}

// readsStudy is a route that shows studies.
func readsStudy(path, id, summary string, cost limits.Kind) web.Route {
	return web.Get(path, id, summary, web.Read(web.Player, web.Scopes(auth.StudyRead), cost)).Unprocessable()
}

// lists registers lists of studies and of topics.
func (s *Service) lists(k *web.Kit) {
	type listed struct {
		List    string `query:"list" enum:"mine,shared,public" default:"public" doc:"mine: yours; shared: of others, in which you have a role"`
		Topic   string `query:"topic" maxLength:"160"`
		Variant string `query:"variant" maxLength:"40" pattern:"^[a-z0-9:+]+$" doc:"a chapter is of this variant"`
		Owner   string `query:"owner" maxLength:"100" doc:"name of an account: only its public studies"`
		Q       string `query:"q" maxLength:"200" doc:"words that occur in the names of the study, of its chapters and of its owner, in its topics or its description"`
		Before  string `query:"before" maxLength:"100" pattern:"^[0-9]+-[\\w-]+$" doc:"next, of the list before"`
	}
	op := readsStudy("/api/studies", "list-shared-studies", "Studies, the last changed first", limits.Search)
	op.Errors = append(op.Errors, http.StatusNotFound)
	web.Handle(k, op, func(ctx context.Context, in *listed) (*web.Out[SharedStudies], error) {
		q := Query{
			Topic: strings.ToLower(in.Topic), Variant: in.Variant, Words: strings.Fields(strings.ToLower(in.Q)),
			Limit: studiesPerPage + 1,
		}
		q.Words = q.Words[:min(len(q.Words), maxStudyWords)]
		if in.List != "public" {
			if q.Account = senderOf(ctx).Account; q.Account == "" {
				return nil, problem.New(http.StatusUnauthorized, problem.CodeNoToken, "Sign in to see your studies.")
			}
			q.Owned, q.Shared = in.List == "mine", in.List == "shared"
		} else if in.Owner != "" {
			a, err := auth.Named(ctx, s.o.DB, in.Owner)
			if err != nil {
				return nil, err
			}
			q.Owner = a.ID
		}
		if in.Before != "" {
			at, id, _ := strings.Cut(in.Before, "-")
			ms, err := strconv.ParseInt(at, 10, 64)
			if err != nil {
				return nil, problem.New(http.StatusUnprocessableEntity, problem.CodeBadRequest, "before is no value of next.")
			}
			q.Before = Cursor{Updated: time.UnixMilli(ms), ID: livegame.ID(id)}
		}
		rows, err := s.List(ctx, q)
		out := SharedStudies{Studies: []RowView{}}
		if len(rows) > studiesPerPage {
			rows = rows[:studiesPerPage]
			last := &rows[studiesPerPage-1]
			out.Next = strconv.FormatInt(last.Updated.UnixMilli(), 10) + "-" + string(last.ID)
		}
		owners := make([]string, len(rows))
		for i := range rows {
			owners[i] = rows[i].Owner
		}
		people, failed := auth.People(ctx, s.o.DB, owners...)
		if err == nil {
			err = failed
		}
		for i := range rows {
			out.Studies = append(out.Studies, rows[i].view(people[rows[i].Owner]))
		}
		return web.Answer(out, err)
	})

	type prefix struct {
		Q string `query:"q" maxLength:"160" doc:"how the topics begin"`
	}
	op = web.Get("/api/studies/topics", "list-study-topics", "The most frequent topics of public studies",
		web.Read(web.Player, web.AnyToken, limits.Search)).Unprocessable()
	op.Errors = append(op.Errors, http.StatusNotFound)
	web.Handle(k, op, func(ctx context.Context, in *prefix) (*web.Out[[]Topic], error) {
		list, err := s.Topics(ctx, strings.ToLower(in.Q), topicsShown)
		return web.Answer(append([]Topic{}, list...), err)
	})
}

// show shows a study to the client.
func (s *Service) show(ctx context.Context, k *web.Kit, id livegame.ID, chapter string) (*web.Out[SharedStudy], error) {
	by := senderOf(ctx)
	var out SharedStudy
	err := s.ReadAs(ctx, id, by, func(st *Study) error {
		if chapter != "" && st.Chapter(chapter) == nil {
			return errMissing
		}
		out = st.view(chapter, &by)
		return nil
	})
	if err == nil {
		k.Charge(ctx, limits.Read, len(out.Tree)/costMoves)
	}
	return web.Answer(out, err)
}

// download returns a chapter as PGN, or with "" all.
func (s *Service) download(ctx context.Context, k *web.Kit, id livegame.ID, chapter string) (*web.Document, error) {
	text, name, moves := "", string(id), 0
	err := s.ReadAs(ctx, id, senderOf(ctx), func(st *Study) (err error) {
		list := st.Chapters
		moves = st.Moves()
		if chapter != "" {
			c := st.Chapter(chapter)
			if c == nil {
				return errMissing
			}
			list, name = []*Chapter{c}, name+"-"+chapter
		}
		text, err = st.PGN(list, s.o.Lookup)
		return err
	})
	if err != nil {
		return nil, err
	}
	k.Charge(ctx, limits.Read, moves/costMoves)
	return &web.Document{
		Status: http.StatusOK, ContentType: "application/x-chess-pgn; charset=utf-8",
		Disposition: `attachment; filename="wane-` + name + `.pgn"`, Body: []byte(text),
	}, nil
}
