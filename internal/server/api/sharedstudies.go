package api

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/http"
	"strings"

	"github.com/wane-chess/wane/internal/page/study"
	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/guests"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/problem"
	"github.com/wane-chess/wane/internal/server/protocol"
	"github.com/wane-chess/wane/internal/server/sharedstudy"
	"github.com/wane-chess/wane/internal/server/views"
	"github.com/wane-chess/wane/internal/server/web"
)

// SharedStudyPath is the part of a path that names a study.
type SharedStudyPath struct {
	ID string `path:"id" minLength:"1" maxLength:"64" pattern:"^[\\w-]+$" doc:"of the study"`
}

// studyBody is how many bytes a request has that carries moves.
const studyBody = 4 << 20

// studyMoves is how many moves cost as much as a request.
const studyMoves = 500

var errNoStudy = problem.Missing("There is no such study, or it is private.")

// sharedStudiesAPI shows and changes studies that people edit together.
func (s *API) sharedStudiesAPI(k *web.Kit) {
	s.studyListsAPI(k)
	s.studyChangesAPI(k)

	type wanted struct {
		SharedStudyPath
		Chapter string `query:"chapter" maxLength:"40" doc:"whose moves are wanted; absent: the first"`
	}
	op := s.ofStudies(web.Get("/api/studies/{id}", "get-shared-study", "A study with the moves of a chapter",
		web.Read(web.Player, web.Scopes(auth.StudyRead), limits.Read)))
	web.Handle(k, op, func(ctx context.Context, in *wanted) (*web.Out[protocol.SharedStudy], error) {
		return s.sharedStudy(ctx, livegame.ID(in.ID), in.Chapter)
	})

	type followed struct {
		SharedStudyPath
		Since   int    `query:"since" minimum:"-1" default:"-1" doc:"number of the last event that the client has: wait for a later one, 25 s at most; -1: do not wait"`
		Known   string `query:"known" maxLength:"40" doc:"version of the last list of other pages: another list ends the wait, too"`
		Tab     string `query:"tab" maxLength:"24" pattern:"^[\\w-]*$" doc:"an ID that the page chooses; with it, others see what the page shows, unless a moderator reads what is hidden"`
		Chapter string `query:"chapter" maxLength:"40" pattern:"^[\\w-]*$" doc:"that the page shows"`
		Path    string `query:"path" maxLength:"12000" pattern:"^((([a-y]\\d\\d?|z){2}[qrbnk]{0,8}) ?)*$" doc:"the move that the page shows: moves in UCI, with spaces"`
	}
	op = s.ofStudies(web.Get("/api/studies/{id}/events", "follow-study", "What happens in a study",
		web.Read(web.Player, web.Scopes(auth.StudyRead), limits.Read)))
	op.Lasts = true
	web.Handle(k, op, func(ctx context.Context, in *followed) (*web.Out[protocol.StudyNews], error) {
		v := guests.VisitOf(ctx)
		waiting, cancel := web.Waiting(ctx)
		defer cancel()
		look := sharedstudy.Look{Tab: in.Tab, Chapter: in.Chapter, Path: in.Path}
		if v.Identity != nil {
			look.Name = v.Guest.Name
		}
		var out protocol.StudyNews
		err := s.o.SharedStudies.Wait(waiting, livegame.ID(in.ID), s.senderOf(v), in.Since, in.Known, look,
			func(st *sharedstudy.Study, n sharedstudy.News, here sharedstudy.Here) error {
				out = views.StudyNews(st, n, here, accountOf(v), v.Moderates())
				return nil
			})
		if err != nil && waiting.Err() != nil && ctx.Err() == nil {
			return nil, problem.New(http.StatusServiceUnavailable, protocol.CodeServer,
				"The server is shutting down. Ask again in a moment.")
		}
		return web.Answer(out, err)
	})

	type onePGN struct {
		SharedStudyPath
		Chapter string `path:"chapter" maxLength:"40" pattern:"^[\\w-]+$"`
	}
	op = s.ofStudies(web.Get("/api/studies/{id}/pgn", "download-study", "All chapters of a study as PGN",
		web.Read(web.Player, web.Scopes(auth.StudyRead), limits.Download)))
	op.Responses = documentResponse("application/x-chess-pgn", "The chapters")
	web.Handle(k, op, func(ctx context.Context, in *SharedStudyPath) (*document, error) {
		return s.studyPGN(ctx, livegame.ID(in.ID), "")
	})
	op = s.ofStudies(web.Get("/api/studies/{id}/chapters/{chapter}/pgn", "download-chapter", "A chapter of a study as PGN",
		web.Read(web.Player, web.Scopes(auth.StudyRead), limits.Read)))
	op.Responses = documentResponse("application/x-chess-pgn", "The chapter")
	web.Handle(k, op, func(ctx context.Context, in *onePGN) (*document, error) {
		return s.studyPGN(ctx, livegame.ID(in.ID), in.Chapter)
	})
}

// accountOf returns the ID of the account of a request, or "".
func accountOf(v *guests.Visit) string {
	if v.Identity == nil {
		return ""
	}
	return v.Identity.Account.ID
}

// senderOf returns the sender of a request as the author of changes.
func (s *API) senderOf(v *guests.Visit) sharedstudy.Sender {
	return sharedstudy.Sender{Account: accountOf(v), Name: v.Guest.Name, Moderator: v.Moderates(), Author: v.Author()}
}

// ofStudies returns a route that is there if the server has studies.
func (s *API) ofStudies(r web.Route) web.Route {
	return needs(s.o.SharedStudies != nil, "studies", r.Unprocessable())
}

// sharedStudy shows a study to the client.
func (s *API) sharedStudy(ctx context.Context, id livegame.ID, chapter string) (*web.Out[protocol.SharedStudy], error) {
	v := guests.VisitOf(ctx)
	var out protocol.SharedStudy
	err := s.o.SharedStudies.ReadAs(ctx, id, s.senderOf(v), func(st *sharedstudy.Study) error {
		if chapter != "" && st.Chapter(chapter) == nil {
			return problem.Missing("The study has no such chapter.")
		}
		out = views.SharedStudy(st, chapter, accountOf(v), v.Moderates())
		return nil
	})
	if err == nil {
		s.o.Guard.Limiter.Charge(limits.Read, v, len(out.Tree)/studyMoves)
	}
	return web.Answer(out, err)
}

// studyPGN returns a chapter as PGN, or with "" all.
func (s *API) studyPGN(ctx context.Context, id livegame.ID, chapter string) (*document, error) {
	text, name := "", string(id)
	v, moves := guests.VisitOf(ctx), 0
	err := s.o.SharedStudies.ReadAs(ctx, id, s.senderOf(v), func(st *sharedstudy.Study) error {
		list := st.Chapters
		moves = st.Moves()
		if chapter != "" {
			c := st.Chapter(chapter)
			if c == nil {
				return problem.Missing("The study has no such chapter.")
			}
			list, name = []*sharedstudy.Chapter{c}, name+"-"+chapter
		}
		var err error
		text, err = s.pgnOf(st, list)
		return err
	})
	if err != nil {
		return nil, err
	}
	s.o.Guard.Limiter.Charge(limits.Read, v, moves/studyMoves)
	return &document{
		Status: http.StatusOK, ContentType: "application/x-chess-pgn; charset=utf-8",
		Disposition: `attachment; filename="wane-` + name + `.pgn"`, Body: []byte(text),
	}, nil
}

// pgnOf returns chapters of a study as PGN.
func (s *API) pgnOf(st *sharedstudy.Study, list []*sharedstudy.Chapter) (string, error) {
	var text strings.Builder
	for i, c := range list {
		pgn, err := st.PGN(c, s.o.Lookup)
		if err != nil {
			return "", err
		}
		if i > 0 {
			text.WriteString("\n")
		}
		text.WriteString(pgn)
	}
	return text.String(), nil
}

// importedChapters returns commands that add the games of a text as chapters, or the problem. The
// same text has the same IDs, so a request can be repeated.
func (s *API) importedChapters(
	ctx context.Context, text, variant, mode string, number int,
) (list []sharedstudy.Command, left *study.LeftOut, err error) {
	sum := sha256.Sum256([]byte(variant + "\n" + mode + "\n" + text))
	options := study.Options{Games: s.o.Variants, Lookup: s.o.Lookup}
	list, left, err = sharedstudy.Import(ctx, text, variant, hex.EncodeToString(sum[:5])+"-", number, options)
	if refusal, ok := errors.AsType[*livegame.Error](err); ok && left != nil {
		p := problem.New(http.StatusUnprocessableEntity, string(refusal.Code), refusal.Message)
		p.LeftOut, err = left, p
	}
	return list, left, err
}
