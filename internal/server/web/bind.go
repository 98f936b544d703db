package web

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/wane-chess/wane/internal/server/problem"
)

// binder reads the input of an operation, a struct, from requests, as Handle describes it.
type binder struct {
	input    reflect.Type
	schemas  huma.Registry
	params   []param
	request  []int // indexes of the fields Request, Body, Form and Raw; nil: there is none
	body     []int
	form     []int
	raw      []int
	schema   *huma.Schema // of Body and Form
	required bool         // there must be a body
	defaults []member     // of Body, which have a default
}

// param is a field that a part of the path, the query or a header sets.
type param struct {
	field    reflect.StructField
	in, name string
	schema   *huma.Schema
	required bool
	initial  string // its default; empty: none
}

// member is a member of a body, with its default.
type member struct {
	index   []int
	initial reflect.Value
}

var requestType = reflect.TypeFor[*http.Request]()

// newBinder describes an input. It returns an error if the input does not fit the path.
func newBinder(route *Route, input reflect.Type, schemas huma.Registry) (*binder, error) {
	b := &binder{input: input, schemas: schemas}
	var named []string
	for _, f := range reflect.VisibleFields(input) {
		if f.Anonymous {
			continue
		}
		p, err := b.field(route, f)
		if err != nil {
			return nil, err
		}
		if p != nil && p.in == "path" {
			named = append(named, p.name)
		}
	}
	if b.schema != nil {
		b.schema.PrecomputeMessages()
	}
	wanted := parameters(route.Path)
	slices.Sort(wanted)
	slices.Sort(named)
	if !slices.Equal(wanted, named) {
		return nil, fmt.Errorf("the path has the parameters %q, and the input %q", wanted, named)
	}
	switch hasBody := b.body != nil || b.form != nil || b.raw != nil; {
	case hasBody && route.Body <= 0:
		return nil, errors.New("the input has a body, and the policy has none")
	case !hasBody:
		route.Body = NoBody
	}
	return b, nil
}

// field describes a field of an input. It returns the parameter that sets it; nil: something else does.
func (b *binder) field(route *Route, f reflect.StructField) (*param, error) {
	in, name := place(f)
	switch {
	case in != "" && !f.IsExported():
		return nil, fmt.Errorf("the field %s is not exported, so nothing sets it", f.Name)
	case in != "":
		b.params = append(b.params, param{
			field: f, in: in, name: name, schema: huma.SchemaFromField(b.schemas, f, ""), initial: f.Tag.Get("default"),
			required: in == "path" || f.Tag.Get("required") == "true",
		})
		return &b.params[len(b.params)-1], nil
	case f.Type == requestType:
		b.request = f.Index
	case f.Name == "Body":
		b.body, b.schema = f.Index, huma.SchemaFromField(b.schemas, f, hint(b.input, route.ID+"Request"))
		b.required = f.Type.Kind() != reflect.Pointer
		b.defaults = defaults(f.Type)
	case f.Name == "Form":
		b.form, b.schema = f.Index, b.schemas.Schema(f.Type, true, hint(b.input, route.ID+"Request"))
	case f.Name == "Raw":
		b.raw = f.Index
	default:
		return nil, fmt.Errorf("nothing sets the field %s", f.Name)
	}
	return nil, nil
}

// parameters returns the names of the parameters of a path.
func parameters(path string) (list []string) {
	for part := range strings.SplitSeq(path, "/") {
		if name, ok := strings.CutPrefix(part, "{"); ok {
			list = append(list, strings.TrimSuffix(name, "}"))
		}
	}
	return list
}

// place returns what sets a field: a part of the path, the query or a header; "" if none does.
func place(f reflect.StructField) (in, name string) {
	for _, in := range []string{"path", "query", "header"} {
		if tag := f.Tag.Get(in); tag != "" {
			name, _, _ = strings.Cut(tag, ",")
			return in, name
		}
	}
	return "", ""
}

// hint names the schema of a type that has no name.
func hint(of reflect.Type, other string) string {
	if of.Name() != "" {
		return of.Name() + "Body"
	}
	return other
}

// defaults returns the members of a struct that have a default.
func defaults(t reflect.Type) (list []member) {
	if t.Kind() != reflect.Struct {
		return nil
	}
	for _, f := range reflect.VisibleFields(t) {
		if text := f.Tag.Get("default"); text != "" {
			v := reflect.New(f.Type).Elem()
			if err := set(v, text); err != nil {
				panic("the default of " + f.Name + " " + err.Error())
			}
			list = append(list, member{f.Index, v})
		}
	}
	return list
}

// bind reads a request, whose body is complete, into a new input.
func (b *binder) bind(r *http.Request) (any, *problem.Problem) {
	in := reflect.New(b.input)
	v := in.Elem()
	res, at := &huma.ValidateResult{}, huma.NewPathBuffer(make([]byte, 0, 64), 0)
	var query url.Values
	for i := range b.params {
		p := &b.params[i]
		at.Reset()
		at.Push(p.in)
		at.Push(p.name)
		var values []string
		switch p.in {
		case "path":
			values = []string{r.PathValue(p.name)}
		case "header":
			values = r.Header.Values(p.name)
		case "query":
			if query == nil {
				query = r.URL.Query()
			}
			values = query[p.name]
		}
		b.bindParam(p, v.FieldByIndex(p.field.Index), values, at, res)
	}
	if b.request != nil {
		v.FieldByIndex(b.request).Set(reflect.ValueOf(r))
	}
	if p := b.bindBody(r, v, at, res); p != nil {
		return nil, p
	}
	if len(res.Errors) > 0 {
		return nil, problem.Faults(http.StatusUnprocessableEntity, res.Errors)
	}
	return in.Interface(), nil
}

// bindParam sets a field to the values of a parameter. Its faults are added to the result.
func (b *binder) bindParam(
	p *param, field reflect.Value, values []string, at *huma.PathBuffer, res *huma.ValidateResult,
) {
	text := ""
	if len(values) > 0 {
		text = values[0]
	}
	if text == "" {
		text = p.initial
	}
	if text == "" {
		if p.required {
			res.Add(at, "", "required "+p.in+" parameter is missing")
		}
		return
	}
	if field.Kind() == reflect.Slice {
		if p.in == "query" || len(values) < 2 {
			values = strings.Split(text, ",")
		}
		field.Set(reflect.ValueOf(values))
		huma.Validate(b.schemas, p.schema, at, huma.ModeWriteToServer, values, res)
		return
	}
	if err := set(field, text); err != nil {
		res.Add(at, text, err.Error())
		return
	}
	huma.Validate(b.schemas, p.schema, at, huma.ModeWriteToServer, plain(field), res)
}

// set sets a field to a value in text.
func set(field reflect.Value, text string) error {
	switch field.Kind() {
	case reflect.String:
		field.SetString(text)
	case reflect.Int, reflect.Int64:
		n, err := strconv.ParseInt(text, 10, field.Type().Bits())
		if err != nil {
			return errors.New("invalid integer")
		}
		field.SetInt(n)
	case reflect.Float64:
		n, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return errors.New("invalid number")
		}
		field.SetFloat(n)
	case reflect.Bool:
		on, err := strconv.ParseBool(text)
		if err != nil {
			return errors.New("invalid boolean")
		}
		field.SetBool(on)
	default:
		panic("a parameter cannot be a " + field.Type().String())
	}
	return nil
}

// plain returns the value of a field without the name of its type, as huma checks it.
func plain(field reflect.Value) any {
	switch field.Kind() {
	case reflect.String:
		return field.String()
	case reflect.Int, reflect.Int64:
		return field.Int()
	case reflect.Float64:
		return field.Float()
	}
	return field.Bool()
}

// bindBody sets the field for the body. Faults of its members are added to the result.
func (b *binder) bindBody(
	r *http.Request, v reflect.Value, at *huma.PathBuffer, res *huma.ValidateResult,
) *problem.Problem {
	if b.body == nil && b.form == nil && b.raw == nil {
		return nil
	}
	fault := func(status int, text string) *problem.Problem {
		return problem.New(status, problem.CodeBadRequest, text)
	}
	text, err := io.ReadAll(r.Body)
	switch {
	case err != nil:
		return fault(http.StatusBadRequest, "The request's body is damaged.")
	case b.raw != nil:
		v.FieldByIndex(b.raw).SetBytes(text)
	case b.form != nil:
		if err := readForm(v.FieldByIndex(b.form), text); err != nil {
			return fault(http.StatusBadRequest, err.Error())
		}
	case len(text) == 0 && b.required:
		return fault(http.StatusBadRequest, "The request has no body: JSON is expected.")
	case len(text) > 0 && !isJSON(r.Header.Get("Content-Type")):
		return fault(http.StatusUnsupportedMediaType,
			"The request's body is not JSON: send it with Content-Type: application/json.")
	case len(text) > 0:
		return b.bindJSON(v.FieldByIndex(b.body), text, at, res)
	}
	return nil
}

// bindJSON checks a body of JSON and sets a field to it.
func (b *binder) bindJSON(
	field reflect.Value, text []byte, at *huma.PathBuffer, res *huma.ValidateResult,
) *problem.Problem {
	at.Reset()
	at.Push("body")
	var parsed any
	err := json.Unmarshal(text, &parsed)
	if err == nil {
		err = repeated(json.NewDecoder(bytes.NewReader(text)))
	}
	if err != nil {
		res.Add(at, "", err.Error())
		return problem.Faults(http.StatusBadRequest, res.Errors)
	}
	huma.Validate(b.schemas, b.schema, at, huma.ModeWriteToServer, parsed, res)
	if len(res.Errors) > 0 {
		return nil
	}
	if err := json.Unmarshal(text, field.Addr().Interface()); err != nil {
		res.Add(at, "", err.Error())
	}
	for _, d := range b.defaults {
		if f := field.FieldByIndex(d.index); f.IsZero() {
			f.Set(d.initial)
		}
	}
	return nil
}

// A member with another case is another member: encoding/json would take it, unchecked.
func init() { huma.ValidateStrictCasing = true }

// repeated returns an error for an object that has a member twice: only one of them was checked.
func repeated(d *json.Decoder) error {
	type object struct {
		seen map[string]bool // nil: an array
		name bool            // the next token is a name
	}
	var open []object
	for {
		token, err := d.Token()
		if err != nil {
			return nil //nolint:nilerr // its end: it has been read before
		}
		delim, isDelim := token.(json.Delim)
		if isDelim && (delim == '}' || delim == ']') {
			open = open[:len(open)-1]
			continue
		}
		if n := len(open); n > 0 && open[n-1].seen != nil {
			o := &open[n-1]
			if o.name {
				name, _ := token.(string)
				if o.seen[name] {
					return fmt.Errorf("the member %q stands there twice", name)
				}
				o.seen[name] = true
			}
			o.name = !o.name
		}
		switch delim {
		case '{':
			open = append(open, object{seen: map[string]bool{}, name: true})
		case '[':
			open = append(open, object{})
		}
	}
}

func isJSON(contentType string) bool {
	kind, more, err := mime.ParseMediaType(contentType)
	charset := cmp.Or(more["charset"], "utf-8")
	return contentType == "" || err == nil && strings.EqualFold(charset, "utf-8") &&
		(kind == "application/json" || strings.HasSuffix(kind, "+json"))
}

// output writes what an operation returns: a struct with fields that are headers, a Status, and a Body, which is
// bytes, a function that writes the answer, or else becomes JSON.
type output struct {
	headers []header
	status  []int // indexes of fields; nil: there is none
	body    []int
	success int // the status without a field for it
}

type header struct {
	index []int
	name  string
}

// write answers with an output, which is a pointer to a struct; nil: there is nothing to say but the status.
func (o *output) write(w http.ResponseWriter, r *http.Request, value reflect.Value) error {
	status := o.success
	if !value.IsValid() || value.IsNil() {
		w.WriteHeader(status)
		return nil
	}
	v := value.Elem()
	for _, h := range o.headers {
		f := v.FieldByIndex(h.index)
		if cookie, ok := f.Interface().(*http.Cookie); ok {
			if cookie != nil {
				http.SetCookie(w, cookie)
			}
		} else if f.String() != "" {
			w.Header().Set(h.name, f.String())
		}
	}
	if o.status != nil {
		status = int(v.FieldByIndex(o.status).Int())
	}
	if o.body == nil {
		w.WriteHeader(status)
		return nil
	}
	switch body := v.FieldByIndex(o.body).Interface().(type) {
	case func(http.ResponseWriter, *http.Request):
		body(w, r)
		return nil
	case []byte:
		w.WriteHeader(status)
		_, _ = w.Write(body) // the client has gone
		return nil
	case Writer:
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		_ = body.WriteAnswer(w)
		return nil
	default:
		return writeJSON(w, status, body)
	}
}

// Writer is a body that writes itself as JSON.
type Writer interface{ WriteAnswer(w io.Writer) error }

// writeJSON answers with JSON. It returns an error, and has written nothing, if the value has no JSON.
func writeJSON(w http.ResponseWriter, status int, value any) error {
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false)
	if err := e.Encode(value); err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(text.Bytes()) // the client has gone
	return nil
}
