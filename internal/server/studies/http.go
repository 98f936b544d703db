package studies

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"time"

	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/problem"
	"github.com/wane-chess/wane/internal/server/web"
)

// StudyInfo is what a list shows of a study.
type StudyInfo struct {
	ID      string `json:"id" doc:"chosen by the page that has made it"`
	Version string `json:"version" doc:"its ETag without quotation marks"`
	Name    string `json:"name"`
	Variant string `json:"variant"`
	Title   string `json:"title" doc:"of the variant"`
	Created int64  `json:"created"`
	Changed int64  `json:"changed" doc:"by the clock of the device that has changed it"`
	Moves   int    `json:"moves" doc:"plies of the main line"`
	Game    string `json:"game,omitempty" doc:"the game that it was made from"`
}

func newStudyInfo(i Info) StudyInfo {
	return StudyInfo{
		i.ID, i.Version, i.Name, i.Variant, i.Title, i.Created.UnixMilli(), i.Changed.UnixMilli(), i.Moves, i.Game,
	}
}

// StudyBody is a study as a page sends it.
type StudyBody struct {
	Name    string          `json:"name" maxLength:"200"`
	Variant string          `json:"variant" maxLength:"200"`
	Title   string          `json:"title" maxLength:"200"`
	Created int64           `json:"created" minimum:"0" maximum:"99999999999999"`
	Changed int64           `json:"changed" minimum:"0" maximum:"99999999999999"`
	Moves   int             `json:"moves" minimum:"0" maximum:"100000"`
	Game    string          `json:"game,omitempty" maxLength:"200"`
	Content json.RawMessage `json:"content" doc:"an object, which only the page reads"`
}

// StudyPath names a study.
type StudyPath struct {
	ID string `path:"id" maxLength:"80" pattern:"^[\\w-]+$" doc:"the ID of the analysis"`
}

// Charge is how many bytes of a study cost as much as a request: large ones are packed and
// unpacked, which takes milliseconds.
const Charge = 32 << 10

// Register implements feature.Feature.
func (s *Service) Register(k *web.Kit) {
	const about = "The page edits analyses without the server, and sends what has changed. " +
		"A version (ETag) names a content: " +
		"a change names the version that it is based on and fails with 412 if there is another one, " +
		"so that no device overwrites what another has written."

	type list struct {
		Body struct {
			Studies []StudyInfo `json:"studies"`
			Most    int         `json:"most" doc:"how many an account may have"`
		}
	}
	op := web.Get("/api/account/studies", "get-studies", "Your analyses",
		web.Read(web.Account, web.Scopes(auth.StudyRead), limits.Read))
	op.Description = about
	web.Handle(k, op, func(ctx context.Context, _ *struct{}) (*list, error) {
		all, err := s.List(ctx, web.CallerID(ctx))
		if err != nil {
			return nil, err
		}
		out := &list{}
		out.Body.Studies, out.Body.Most = make([]StudyInfo, len(all)), MaxStudies
		for i := range all {
			out.Body.Studies[i] = newStudyInfo(all[i])
		}
		return out, nil
	})

	type one struct {
		ETag string `header:"ETag"`
		Body struct {
			StudyInfo
			Content json.RawMessage `json:"content"`
		}
	}
	op = web.Get("/api/account/studies/{id}", "get-study", "An analysis",
		web.Read(web.Account, web.Scopes(auth.StudyRead), limits.Read))
	web.Handle(k, op, func(ctx context.Context, in *StudyPath) (*one, error) {
		info, content, err := s.Load(ctx, web.CallerID(ctx), in.ID)
		if err != nil {
			return nil, err
		}
		k.Charge(ctx, limits.Read, len(content)/Charge)
		out := &one{ETag: quoted(info.Version)}
		out.Body.StudyInfo, out.Body.Content = newStudyInfo(info), content
		return out, nil
	})

	type put struct {
		StudyPath
		IfMatch     string `header:"If-Match" doc:"the version that is replaced"`
		IfNoneMatch string `header:"If-None-Match" enum:"*" doc:"of a new analysis: *"`
		Body        StudyBody
	}
	type saved struct {
		ETag string `header:"ETag"`
		Body struct {
			Version string `json:"version"`
		}
	}
	op = web.Put("/api/account/studies/{id}", "put-study", "Store an analysis",
		web.Write(web.Account, web.Scopes(auth.StudyWrite), limits.Command))
	op.Description = about + " If-Match or If-None-Match is required."
	op.Stores = web.Growth // pages send all of a study after each change
	op.Body = MaxContent + web.Small
	op.Errors = append(op.Errors, http.StatusPreconditionFailed, http.StatusPreconditionRequired)
	web.Handle(k, op, func(ctx context.Context, in *put) (*saved, error) {
		if (in.IfMatch == "") == (in.IfNoneMatch == "") {
			return nil, problem.New(http.StatusPreconditionRequired, problem.CodeBadRequest,
				"The request has no precondition: it must say which version of the analysis it replaces, or that the "+
					"analysis is new.")
		}
		b := in.Body
		k.Charge(ctx, limits.Command, len(b.Content)/Charge)
		info := Info{
			ID: in.ID, Name: b.Name, Variant: b.Variant, Title: b.Title, Created: time.UnixMilli(b.Created),
			Changed: time.UnixMilli(b.Changed), Moves: b.Moves, Game: b.Game,
		}
		version, grown, err := s.Save(ctx, web.CallerID(ctx), info, b.Content, unquoted(in.IfMatch))
		if err != nil {
			return nil, err
		}
		k.ChargeBytes(ctx, grown)
		out := &saved{ETag: quoted(version)}
		out.Body.Version = version
		return out, nil
	})

	type remove struct {
		StudyPath
		IfMatch string `header:"If-Match" required:"true" doc:"the version that is deleted"`
	}
	op = web.Delete("/api/account/studies/{id}", "delete-study", "Delete an analysis",
		web.Write(web.Account, web.Scopes(auth.StudyWrite), limits.Command))
	op.Status = http.StatusNoContent
	op.Errors = append(op.Errors, http.StatusPreconditionFailed)
	web.Handle(k, op, func(ctx context.Context, in *remove) (*struct{}, error) {
		return nil, s.Delete(ctx, web.CallerID(ctx), in.ID, unquoted(in.IfMatch))
	})
}

func quoted(version string) string { return `"` + version + `"` }

// unquoted returns the version of an ETag, which a proxy that compresses may have weakened.
func unquoted(tag string) string {
	return strings.Trim(strings.TrimPrefix(strings.TrimSpace(tag), "W/"), `"`)
}
