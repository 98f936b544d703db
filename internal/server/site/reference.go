package site

import (
	"cmp"
	"fmt"
	escape "html"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/wane-chess/wane/internal/server/web"
)

// reference writes the description of the API as HTML, for the manual.
type reference struct {
	strings.Builder
	schemas map[string]*huma.Schema
}

const schemaRef = "#/components/schemas/"

// Reference returns the description of the API as HTML, for a page of the manual: all operations
// with their parameters, bodies and answers, and all types.
func Reference(doc *huma.OpenAPI) []byte {
	r := &reference{schemas: doc.Components.Schemas.Map()}
	r.printf("<h1>The API, operation by operation</h1>\n")
	r.printf("<p>This page is made from the server’s OpenAPI description, <a href=\"/api/openapi.json\">JSON</a> or <a "+
		"href=\"/api/openapi.yaml\">YAML</a>: "+
		"version %s of the API. <a href=\"/docs/api\">The HTTP API</a> and <a href=\"/docs/bots\">Bots and other "+
		"programs</a> explain how to use it.</p>\n",
		escape.EscapeString(doc.Info.Version))
	parts := map[string][]operationOf{}
	for path, item := range doc.Paths {
		for method, op := range map[string]*huma.Operation{
			http.MethodGet: item.Get, http.MethodPut: item.Put, http.MethodPost: item.Post, http.MethodDelete: item.Delete,
			http.MethodPatch: item.Patch,
		} {
			if op != nil {
				name := groupOf(path, op)
				parts[name] = append(parts[name], operationOf{method, path, op})
			}
		}
	}
	names := slices.Sorted(maps.Keys(parts))
	r.printf("<ul>\n")
	for _, name := range names {
		r.printf("<li><a href=\"#%s\">%s</a></li>\n", anchor(name), escape.EscapeString(name))
	}
	r.printf("<li><a href=\"#types\">Types</a></li>\n</ul>\n")
	for _, name := range names {
		r.printf("<h2 id=\"%s\">%s</h2>\n", anchor(name), escape.EscapeString(name))
		list := parts[name]
		slices.SortFunc(list, func(a, b operationOf) int {
			return cmp.Or(cmp.Compare(a.path, b.path), cmp.Compare(a.method, b.method))
		})
		for _, o := range list {
			r.operation(o)
		}
	}
	r.printf("<h2 id=\"types\">Types</h2>\n")
	for _, name := range slices.Sorted(maps.Keys(r.schemas)) {
		r.printf("<h3 id=\"type-%s\">%s</h3>\n", escape.EscapeString(name), escape.EscapeString(name))
		r.fields(r.schemas[name])
	}
	return []byte(r.String())
}

// operationOf is an operation with its place.
type operationOf struct {
	method, path string
	op           *huma.Operation
}

// groupOf names the part of the API to which an operation belongs.
func groupOf(path string, op *huma.Operation) string {
	if len(op.Tags) > 0 {
		return op.Tags[0]
	}
	part, _, _ := strings.Cut(strings.TrimPrefix(path, "/api/"), "/")
	part, _, _ = strings.Cut(part, ".")
	for _, g := range groups {
		if slices.Contains(g.parts, part) {
			return g.name
		}
	}
	return strings.ToUpper(part[:1]) + part[1:]
}

// groups are the parts of paths that belong together, for readers.
var groups = []struct {
	name  string
	parts []string
}{
	{"Accounts",
		[]string{"me", "account", "signup", "signin", "signout", "recover", "passkeys", "players", "leaderboards"}},
	{"Games", []string{"games", "lobby", "pairing"}},
	{"Finished games and tables", []string{"archive", "explorer", "tablebase"}},
	{"Pictures", []string{"card", "picture", "replay"}},
	{"Rules and lessons", []string{"variants", "rankings", "atlas", "learn", "views", "choices", "preview", "draft"}},
}

func anchor(name string) string { return strings.ToLower(strings.ReplaceAll(name, " ", "-")) }

// printf writes HTML; texts among the arguments must be escaped.
func (r *reference) printf(format string, args ...any) { _, _ = fmt.Fprintf(r, format, args...) }

func (r *reference) operation(o operationOf) {
	r.printf("<h3 id=\"%s\"><code>%s %s</code></h3>\n<p>%s.",
		escape.EscapeString(o.op.OperationID), o.method, escape.EscapeString(o.path), escape.EscapeString(o.op.Summary))
	if o.op.Description != "" {
		r.printf(" %s", escape.EscapeString(o.op.Description))
	}
	r.printf("</p>\n")
	if text := tokens(o.op.Security); text != "" {
		r.printf("<p>%s</p>\n", escape.EscapeString(text))
	}
	if len(o.op.Parameters) > 0 {
		r.printf("<table tabindex=\"0\"><thead><tr><th>Parameter</th><th>In</th><th>Type</th><th>Meaning</th></tr></thead>" +
			"<tbody>\n")
		for _, p := range o.op.Parameters {
			r.printf("<tr><td><code>%s</code></td><td>%s</td><td>%s</td><td>%s</td></tr>\n", escape.EscapeString(p.Name), p.In,
				r.kind(p.Schema), escape.EscapeString(cmp.Or(p.Description, p.Schema.Description)))
		}
		r.printf("</tbody></table>\n")
	}
	if body := o.op.RequestBody; body != nil {
		types := slices.Sorted(maps.Keys(body.Content)) // our own
		for _, media := range body.Content {            // all have one schema
			r.printf("<p>Body (<code>%s</code>): %s</p>\n", strings.Join(types, "</code> or <code>"), r.kind(media.Schema))
			break
		}
	}
	for _, status := range slices.Sorted(maps.Keys(o.op.Responses)) {
		if n, err := strconv.Atoi(status); err != nil || n >= http.StatusBadRequest {
			continue
		}
		answer := o.op.Responses[status]
		if len(answer.Content) == 0 {
			r.printf("<p>Answer: %s, nothing more.</p>\n", escape.EscapeString(status))
		}
		for _, media := range slices.Sorted(maps.Keys(answer.Content)) {
			r.printf("<p>Answer (<code>%s</code>): %s</p>\n", escape.EscapeString(media), r.kind(answer.Content[media].Schema))
		}
	}
}

// tokens says which tokens an operation needs.
func tokens(security []map[string][]string) string {
	var scopes []string
	all, free := false, false
	for _, one := range security {
		list, token := one[web.TokenScheme]
		scopes, all, free = append(scopes, list...), all || token, free || len(one) == 0
	}
	switch {
	case len(scopes) > 0:
		return "Needs a token with the scope " + strings.Join(scopes, " or ") + "."
	case !all && free:
		return "No token may call it."
	case !all:
		return "No token may call it: sign in."
	case !free:
		return "Needs a token with any scope."
	}
	return ""
}

// kind returns the type of a value as HTML.
func (r *reference) kind(s *huma.Schema) string {
	if s == nil {
		return ""
	}
	if name, found := strings.CutPrefix(s.Ref, schemaRef); found {
		return fmt.Sprintf("<a href=\"#type-%[1]s\">%[1]s</a>", escape.EscapeString(name))
	}
	text := escape.EscapeString(cmp.Or(s.Type, "any"))
	switch {
	case len(s.OneOf) > 0:
		list := make([]string, len(s.OneOf))
		for i, one := range s.OneOf {
			list[i] = r.kind(one)
		}
		text = strings.Join(list, " or ")
	case s.Type == huma.TypeArray:
		text = "list of " + r.kind(s.Items)
	case len(s.Enum) > 0:
		list := make([]string, len(s.Enum))
		for i, value := range s.Enum {
			list[i] = "<code>" + escape.EscapeString(fmt.Sprint(value)) + "</code>"
		}
		text = strings.Join(list, ", ")
	case s.Type == huma.TypeObject && s.AdditionalProperties != nil:
		if value, ok := s.AdditionalProperties.(*huma.Schema); ok {
			text = "object of " + r.kind(value)
		}
	}
	if s.Minimum != nil && s.Maximum != nil {
		text += fmt.Sprintf(", %v–%v", *s.Minimum, *s.Maximum)
	}
	if s.Default != nil {
		text += ", usually " + escape.EscapeString(fmt.Sprint(s.Default))
	}
	return text
}

// fields writes the fields of a type.
func (r *reference) fields(s *huma.Schema) {
	if len(s.Properties) == 0 {
		r.printf("<p>%s</p>\n",
			r.kind(&huma.Schema{Type: s.Type, Items: s.Items, Enum: s.Enum, AdditionalProperties: s.AdditionalProperties}))
		return
	}
	r.printf("<table tabindex=\"0\"><thead><tr><th>Field</th><th>Type</th><th>Meaning</th></tr></thead><tbody>\n")
	for _, name := range slices.Sorted(maps.Keys(s.Properties)) {
		field := s.Properties[name]
		note := ""
		if !slices.Contains(s.Required, name) {
			note = " (optional)"
		}
		r.printf("<tr><td><code>%s</code>%s</td><td>%s</td><td>%s</td></tr>\n",
			escape.EscapeString(name), note, r.kind(field), escape.EscapeString(field.Description))
	}
	r.printf("</tbody></table>\n")
}
