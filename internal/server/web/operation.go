package web

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/gameview"
	"github.com/wane-chess/wane/internal/server/guests"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/problem"
)

// Handle registers an operation. Its input is a struct with these fields, also of embedded structs:
//
//   - with the tag path, query or header: a part of the request, a string, number, boolean or []string, checked by
//     the tags of package huma, such as maxLength, minimum, enum, pattern and default. The path must have exactly
//     the parameters that the input has.
//   - Request, an *http.Request.
//   - Body: JSON, checked by the schema of the type. Form: a struct, whose fields with JSON names are read from a form
//     or from JSON, as programs for Lichess send either. Raw: the body as []byte. An input has one of them if its
//     policy has a body.
//
// Its output is a struct with the fields Status, an int, with the tag header, a string or an *http.Cookie, and Body:
// bytes, a func(http.ResponseWriter, *http.Request) that writes the answer, a Writer, or what becomes JSON. Errors
// that are no *problem.Problem are logged.
func Handle[I, O any](k *Kit, route Route, do func(context.Context, *I) (*O, error)) {
	// This is all that is compiled for each operation.
	k.handle(&route, reflect.TypeFor[I](), reflect.TypeFor[O](), func(ctx context.Context, in any) (any, error) {
		return do(ctx, in.(*I)) //nolint:forcetypeassert // the binder made it
	})
}

// handle is Handle without its types.
func (k *Kit) handle(route *Route, input, answer reflect.Type, do func(context.Context, any) (any, error)) {
	b, err := newBinder(route, input, k.o.API.Components.Schemas)
	if err == nil {
		route.binder = b
		var out *output
		if out, err = k.describe(route, answer); err == nil {
			k.add(route, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				k.operate(w, r, route, out, do)
			}))
			return
		}
	}
	k.errs = append(k.errs, fmt.Errorf("%s: %w", route, err))
}

// operate answers a request with what an operation returns.
func (k *Kit) operate(
	w http.ResponseWriter, r *http.Request, route *Route, out *output, do func(context.Context, any) (any, error),
) {
	ctx := r.Context()
	var value any
	answer := func() error {
		in, p := route.binder.bind(r)
		if p != nil {
			return p
		}
		var err error
		value, err = do(ctx, in)
		return err
	}
	var err error
	if r.ContentLength > largeBody && !route.Lasts {
		err = k.o.Gate.Do(ctx, Imports, answer)
	} else {
		err = answer()
	}
	if route.Lasts && errors.Is(context.Cause(ctx), auth.ErrEnded) {
		err = auth.ErrEnded // whatever it has waited for
	}
	if err == nil {
		err = out.write(w, r, reflect.ValueOf(value))
	}
	if err == nil {
		return
	}
	p := k.o.Guard.Problems.Of(ctx, err)
	if _, refused := errors.AsType[*livegame.Error](err); refused && route.Refused != 0 {
		p = problem.New(route.Refused, p.Code, p.Detail)
	}
	problem.Write(w, p)
}

// The names of what identifies callers, in the description.
const (
	GuestScheme   = "guest"
	SessionScheme = "session"
	TokenScheme   = "token"
)

// describe adds an operation to the OpenAPI description, and returns how its output is written.
func (k *Kit) describe(route *Route, answer reflect.Type) (*output, error) {
	schemas := k.o.API.Components.Schemas
	op := &huma.Operation{
		OperationID: route.ID, Method: route.Method, Path: route.Path, Summary: route.Summary,
		Description: route.Description, Tags: route.Tags, Security: route.security(), Responses: map[string]*huma.Response{},
	}
	for _, p := range route.binder.params {
		op.Parameters = append(op.Parameters, &huma.Param{
			Name: p.name, In: p.in, Description: p.schema.Description, Required: p.required, Schema: p.schema,
		})
	}
	b := route.binder
	switch {
	case b.body != nil:
		op.RequestBody = &huma.RequestBody{Required: b.required, Content: content(b.schema, "application/json")}
	case b.form != nil:
		op.RequestBody = &huma.RequestBody{
			Content: content(b.schema, "application/x-www-form-urlencoded", "application/json"),
		}
	case b.raw != nil:
		op.RequestBody = &huma.RequestBody{Content: content(&huma.Schema{Type: huma.TypeString}, "text/plain")}
	}
	out, err := k.describeOutput(route, answer, op)
	if err != nil {
		return nil, err
	}
	failure := content(schemas.Schema(reflect.TypeFor[problem.Problem](), true, "Problem"), "application/problem+json")
	for _, status := range route.statuses() {
		op.Responses[strconv.Itoa(status)] = &huma.Response{Description: http.StatusText(status), Content: failure}
	}
	if route.ID != "" {
		k.o.API.AddOperation(op)
	}
	return out, nil
}

// security lists what may identify the caller of an operation: one of them does.
func (r *Route) security() (list []map[string][]string) {
	may := func(scheme string, scopes ...string) {
		list = append(list, map[string][]string{scheme: append([]string{}, scopes...)})
	}
	if r.Caller < Account {
		list = append(list, map[string][]string{}) // nothing need
	}
	if r.Caller == Player {
		may(GuestScheme)
	}
	may(SessionScheme)
	if r.Tokens == AnyToken {
		may(TokenScheme)
	}
	for _, scope := range r.Tokens.scopes() {
		may(TokenScheme, scope)
	}
	return list
}

// content describes a body that has one of some types.
func content(s *huma.Schema, types ...string) map[string]*huma.MediaType {
	of := map[string]*huma.MediaType{}
	for _, name := range types {
		of[name] = &huma.MediaType{Schema: s}
	}
	return of
}

// statuses returns the statuses of the errors of an operation.
func (r *Route) statuses() []int {
	list := append([]int{http.StatusTooManyRequests, http.StatusInternalServerError}, r.Errors...)
	if len(r.binder.params) > 0 || r.Body > 0 {
		list = append(list, http.StatusUnprocessableEntity)
	}
	if r.Body > 0 {
		list = append(list, http.StatusBadRequest, http.StatusRequestEntityTooLarge)
	}
	if r.Method != http.MethodGet || r.Tokens != AnyToken {
		list = append(list, http.StatusForbidden) // it came from another site, or the token lacks a scope
	}
	if r.Caller.identified() {
		list = append(list, http.StatusUnauthorized)
	}
	if r.Off != nil || strings.Contains(r.Path, "{") {
		list = append(list, http.StatusNotFound)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// describeOutput describes what an operation returns.
func (k *Kit) describeOutput(route *Route, answer reflect.Type, op *huma.Operation) (*output, error) {
	out := &output{success: route.Status}
	headers := map[string]*huma.Param{}
	for name, response := range route.Responses {
		op.Responses[name] = response
	}
	var body *reflect.StructField
	for _, f := range reflect.VisibleFields(answer) {
		name := f.Tag.Get("header")
		switch {
		case f.Anonymous:
		case name != "":
			out.headers = append(out.headers, header{f.Index, name})
			if name != "Set-Cookie" {
				headers[name] = &huma.Param{Schema: &huma.Schema{Type: huma.TypeString}}
			}
		case f.Name == "Status":
			out.status = f.Index
		case f.Name == "Body":
			out.body, body = f.Index, &f
		default:
			return nil, fmt.Errorf("nothing writes the field %s of the output", f.Name)
		}
	}
	if out.success == 0 {
		out.success = http.StatusOK
		if body == nil {
			out.success = http.StatusNoContent
		}
	}
	name := strconv.Itoa(out.success)
	of := op.Responses[name]
	if of == nil {
		of = &huma.Response{Description: http.StatusText(out.success)}
		op.Responses[name] = of
		if body != nil && body.Type.Kind() != reflect.Func {
			of.Content = content(
				huma.SchemaFromField(k.o.API.Components.Schemas, *body, hint(answer, route.ID+"Response")), "application/json")
		}
	}
	if len(headers) > 0 {
		of.Headers = headers
	}
	return out, nil
}

// Stream is an output that writes its own answer.
type Stream struct {
	Body func(http.ResponseWriter, *http.Request)
}

// Out is the output of an operation that answers with a body and nothing else.
type Out[T any] struct{ Body T }

// Answer returns an output or an error, as an operation does.
func Answer[T any](body T, err error) (*Out[T], error) {
	if err != nil {
		return nil, err
	}
	return &Out[T]{Body: body}, nil
}

// GamePath is the part of a path that names a game.
type GamePath struct {
	Game string `path:"id" maxLength:"32" pattern:"^[0-9A-Za-z]+$" doc:"of the game, as its link has it"`
}

// CallerID returns the ID of the account or guest who calls.
func CallerID(ctx context.Context) string { return guests.VisitOf(ctx).Guest.ID }

// Charge takes n more from the budgets of who calls, for work that turned out to be more than a request's.
func (k *Kit) Charge(ctx context.Context, kind limits.Kind, n int) {
	k.o.Guard.Limiter.Charge(kind, guests.VisitOf(ctx), n)
}

// ChargeBytes takes from the caller's budget of bytes what a request has left in the database.
func (k *Kit) ChargeBytes(ctx context.Context, n int) {
	k.o.Guard.Limiter.ChargeBytes(guests.VisitOf(ctx), n)
}

// Take takes the price of a request that costs more than its route says.
func (k *Kit) Take(ctx context.Context, kind limits.Kind) error {
	return k.o.Guard.Take(kind, guests.VisitOf(ctx))
}

// Views show games and players.
func (k *Kit) Views() *gameview.Views { return k.o.Views }

// Identity returns that of who calls; nil: it is a guest.
func Identity(ctx context.Context) *auth.Identity { return guests.VisitOf(ctx).Identity }
