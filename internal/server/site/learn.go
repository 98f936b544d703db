package site

import (
	"bytes"
	"context"
	"net/http"
	"strings"

	"github.com/wane-chess/wane/internal/page/lessons"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/problem"
	"github.com/wane-chess/wane/internal/server/web"
)

// CoursePath is the part of a path that names a game to learn.
type CoursePath struct {
	Variant string `path:"variant" maxLength:"40" doc:"such as shrink or diminuendo:pbnrqk+qk"`
}

// Tongue is the language of what is taught.
type Tongue struct {
	Lang string `query:"lang" enum:"en,de" default:"en" doc:"language of the texts"`
}

type verdictOutput struct{ Body lessons.Verdict }

// learnAPI serves rules, lessons and annotated games. Their Markdown becomes HTML.
func (s *API) learnAPI(k *web.Kit) {
	op := web.Get("/api/learn/{variant}", "get-course",
		"The rules of a game with boards to try, a lesson, annotated games",
		web.Public(web.FiveMinutes, limits.Read))
	type course struct {
		CoursePath
		Tongue
	}
	web.Handle(k, op, func(_ context.Context, in *course) (*web.Out[lessons.Course], error) {
		c, err := s.o.Lessons.In(in.Lang).Course(in.Variant)
		if err != nil {
			return nil, problem.NotFound(err)
		}
		return web.Answer(*c.Map(in.html), nil)
	})

	type annotated struct {
		CoursePath
		Tongue
		Name string `path:"name" maxLength:"60" doc:"as the course lists it"`
	}
	op = web.Get("/api/learn/{variant}/games/{name}", "get-annotated-game", "An annotated game",
		web.Public(web.FiveMinutes, limits.Read))
	web.Handle(k, op, func(_ context.Context, in *annotated) (*web.Out[lessons.AnnotatedGame], error) {
		g, err := s.o.Lessons.In(in.Lang).AnnotatedGame(in.Variant, in.Name)
		if err != nil {
			return nil, problem.NotFound(err)
		}
		return web.Answer(*g.Map(in.html), nil)
	})

	op = web.Get("/api/learn/{variant}/games/{name}/pgn", "get-annotated-game-pgn", "An annotated game as PGN",
		web.Public(web.FiveMinutes, limits.Read))
	op.Responses = documentResponse("application/x-chess-pgn", "The game")
	web.Handle(k, op, func(_ context.Context, in *annotated) (*document, error) {
		g, err := s.o.Lessons.AnnotatedGame(in.Variant, in.Name)
		if err != nil {
			return nil, problem.NotFound(err)
		}
		return &document{Status: http.StatusOK, ContentType: "application/x-chess-pgn; charset=utf-8",
			Disposition: `inline; filename="` + g.Name + `.pgn"`, Body: []byte(g.PGN)}, nil
	})

	type judge struct {
		CoursePath
		Body struct {
			Step  int      `json:"step" minimum:"1" maximum:"5"`
			Moves []string `json:"moves" minItems:"1" maxItems:"20" doc:"all that was played in the step, as UCI moves; the last one is the learner's"`
		}
	}
	op = web.Post("/api/learn/{variant}/judge", "judge", "Whether a move solves a step of a lesson",
		web.Write(web.Visitor, web.AnyToken, limits.Rules))
	op.Errors = append(op.Errors, http.StatusServiceUnavailable)
	web.Handle(k, op, func(ctx context.Context, in *judge) (*verdictOutput, error) {
		var out verdictOutput
		return &out, s.o.Gate.Do(ctx, web.Lines, func() (err error) {
			if out.Body, err = s.o.Lessons.Judge(in.Variant, in.Body.Step, in.Body.Moves); err != nil {
				return problem.Invalid(err)
			}
			return nil
		})
	})
}

// html converts Markdown to HTML, and says in English what preformatted text is.
func html(text string) string { return Tongue{}.html(text) }

// html converts Markdown in the language to HTML. Writing to memory does not fail.
func (t Tongue) html(text string) string {
	var out bytes.Buffer
	if t.Lang == "de" {
		_ = german.Convert([]byte(text), &out)
		return strings.ReplaceAll(out.String(), "<pre>", `<pre role="img" aria-label="Das Brett, mit Zeichen gezeichnet">`)
	}
	_ = markdown.Convert([]byte(text), &out)
	return strings.ReplaceAll(out.String(), "<pre>", drawing)
}

// drawing opens preformatted text. In these texts it is a board drawn with
// characters, which a screen reader should not spell out.
const drawing = `<pre role="img" aria-label="The board, drawn with characters">`
