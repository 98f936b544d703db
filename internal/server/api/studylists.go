package api

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
	"github.com/wane-chess/wane/internal/server/protocol"
	"github.com/wane-chess/wane/internal/server/sharedstudy"
	"github.com/wane-chess/wane/internal/server/views"
	"github.com/wane-chess/wane/internal/server/web"
)

const (
	studiesPerPage = 30
	topicsShown    = 30
	maxStudyWords  = 8
)

// studyListsAPI lists studies and topics.
func (s *API) studyListsAPI(k *web.Kit) {
	type listed struct {
		List    string `query:"list" enum:"mine,shared,public" default:"public" doc:"mine: yours; shared: of others, in which you have a role"`
		Topic   string `query:"topic" maxLength:"160"`
		Variant string `query:"variant" maxLength:"40" pattern:"^[a-z0-9:+]+$" doc:"a chapter is of this variant"`
		Owner   string `query:"owner" maxLength:"100" doc:"name of an account: only its public studies"`
		Q       string `query:"q" maxLength:"200" doc:"words that occur in the names of the study, of its chapters and of its owner, in its topics or its description"`
		Before  string `query:"before" maxLength:"100" pattern:"^[0-9]+-[\\w-]+$" doc:"next, of the list before"`
	}
	op := s.ofStudies(web.Get("/api/studies", "list-shared-studies", "Studies, the last changed first",
		web.Read(web.Player, web.Scopes(auth.StudyRead), limits.Search)))
	web.Handle(k, op, func(ctx context.Context, in *listed) (*web.Out[protocol.SharedStudies], error) {
		q := sharedstudy.Query{
			Topic: strings.ToLower(in.Topic), Variant: in.Variant, Words: strings.Fields(strings.ToLower(in.Q)),
			Limit: studiesPerPage + 1,
		}
		q.Words = q.Words[:min(len(q.Words), maxStudyWords)]
		if in.List != "public" {
			if q.Account = accountOf(guests.VisitOf(ctx)); q.Account == "" {
				return nil, problem.New(http.StatusUnauthorized, protocol.CodeNoToken, "Sign in to see your studies.")
			}
			q.Owned, q.Shared = in.List == "mine", in.List == "shared"
		} else if in.Owner != "" {
			if s.o.Players == nil {
				return nil, errNoStudy
			}
			a, err := s.o.Players.Named(ctx, in.Owner)
			if err != nil {
				return nil, err
			}
			q.Owner = a.ID
		}
		if in.Before != "" {
			at, id, _ := strings.Cut(in.Before, "-")
			ms, err := strconv.ParseInt(at, 10, 64)
			if err != nil {
				return nil, badFilter("before is no value of next.")
			}
			q.Before = sharedstudy.Cursor{Updated: time.UnixMilli(ms), ID: livegame.ID(id)}
		}
		rows, err := s.o.SharedStudies.List(ctx, q)
		if err != nil {
			return nil, err
		}
		out := protocol.SharedStudies{Studies: []protocol.SharedStudyRow{}}
		if len(rows) > studiesPerPage {
			rows = rows[:studiesPerPage]
			last := &rows[studiesPerPage-1]
			out.Next = strconv.FormatInt(last.Updated.UnixMilli(), 10) + "-" + string(last.ID)
		}
		for i := range rows {
			out.Studies = append(out.Studies, views.SharedStudyRow(&rows[i]))
		}
		return web.Answer(out, nil)
	})

	type prefix struct {
		Q string `query:"q" maxLength:"160" doc:"how the topics begin"`
	}
	op = s.ofStudies(web.Get("/api/studies/topics", "list-study-topics", "The most frequent topics of public studies",
		web.Read(web.Player, web.AnyToken, limits.Search)))
	web.Handle(k, op, func(ctx context.Context, in *prefix) (*web.Out[[]protocol.StudyTopic], error) {
		list, err := s.o.SharedStudies.Topics(ctx, strings.ToLower(in.Q), topicsShown)
		out := make([]protocol.StudyTopic, len(list))
		for i, t := range list {
			out[i] = protocol.StudyTopic{Name: t.Name, Studies: t.Studies}
		}
		return web.Answer(out, err)
	})
}
