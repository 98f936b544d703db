package node_test

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// indent indents the lines of an answer.
func indent(text string) string {
	return regexp.MustCompile(`(?m)^`).ReplaceAllString(strings.TrimRight(text, "\n"), "  ") + "\n"
}

// find returns a header, or a part of a JSON value whose path begins with a point.
func find(h http.Header, text []byte, at string) string {
	at, parameter, inAddress := strings.Cut(at, "?")
	if inAddress { // a part of an address
		u, err := url.Parse(find(h, text, at))
		if err != nil {
			return ""
		}
		return u.Query().Get(parameter)
	}
	path, inBody := strings.CutPrefix(at, ".")
	if !inBody {
		return h.Get(at)
	}
	var v any
	if json.Unmarshal(text, &v) != nil {
		return ""
	}
	for part := range strings.SplitSeq(path, ".") {
		switch in := v.(type) {
		case map[string]any:
			v = in[part]
		case []any:
			i, err := strconv.Atoi(part)
			if err != nil || i >= len(in) {
				return ""
			}
			v = in[i]
		}
	}
	if v == nil {
		return ""
	}
	return fmt.Sprint(v)
}

var (
	quotedTag   = regexp.MustCompile(`"[^"]*"`)
	cookieValue = regexp.MustCompile(`^([^=]*)=[^;]+;`)
)

// head shows the status of an answer, and its headers as far as they are not the usual ones.
func (s *stage) head(r reply) string {
	h := r.Header
	h.Del("Date")
	h.Del("Content-Length")
	if tag := h.Get("ETag"); tag != "" {
		h.Set("ETag", quotedTag.ReplaceAllString(tag, `"…"`))
	}
	for i, cookie := range h["Set-Cookie"] {
		h["Set-Cookie"][i] = cookieValue.ReplaceAllString(cookie, "$1=…;")
	}
	out := strconv.Itoa(r.StatusCode) + "\n"
	for _, name := range slices.Sorted(maps.Keys(h)) {
		if !slices.Equal(h[name], s.usual[name]) {
			out += name + ": " + strings.Join(h[name], "\n"+name+": ") + "\n"
		}
	}
	for _, name := range slices.Sorted(maps.Keys(s.usual)) {
		if h[name] == nil {
			out += "no " + name + "\n"
		}
	}
	if s.usual == nil {
		s.usual = h
	}
	return out
}

var (
	titleOf  = regexp.MustCompile(`<title>[^<]*</title>`)
	metricOf = regexp.MustCompile(`(?m)^# TYPE wane_.*$`)
)

// body shows the body of an answer.
func (s *stage) body(x *exchange, kind string, body []byte) string {
	text := s.mask(string(body))
	switch kind, _, _ := strings.Cut(kind, ";"); {
	case kind == "image/png" || kind == "image/gif" || kind == "image/svg+xml":
		if strings.HasSuffix(x.path, "qr.png") {
			return "an address as a picture\n"
		}
		return fmt.Sprintf("SHA-256 %.8x\n", sha256.Sum256([]byte(text)))
	case kind == "application/zip":
		return s.unzip(body)
	case x.path == "/metrics":
		return strings.Join(metricOf.FindAllString(text, -1), "\n")
	case strings.HasPrefix(x.path, "/docs"):
		return titleOf.FindString(text)
	case strings.HasSuffix(kind, "json"): // a stream has many values
		out := ""
		for line := range strings.Lines(text) {
			if strings.TrimSpace(line) != "" { // those say that the stream is alive
				out += tidy(line, strings.Contains(x.marks, "?")) + "\n"
			}
		}
		return short(out)
	}
	return short(text)
}

// unzip shows the files of an archive, whatever their order.
func (s *stage) unzip(body []byte) (out string) {
	z, err := zip.NewReader(bytes.NewReader(body), int64(len(body)))
	if err != nil {
		return err.Error()
	}
	slices.SortFunc(z.File, func(a, b *zip.File) int { return strings.Compare(a.Name, b.Name) })
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			return err.Error()
		}
		text, err := io.ReadAll(r)
		if err != nil {
			return err.Error()
		}
		shown := s.mask(string(text))
		if strings.HasSuffix(f.Name, ".json") {
			shown = tidy(shown, false)
		}
		out += "== " + f.Name + "\n" + strings.TrimSpace(short(shown)) + "\n"
	}
	return s.mask(out)
}

// mostLines is how much of an answer is shown; of a longer one a part, and the hash of all.
const mostLines = 150

func short(text string) string {
	lines := strings.Split(text, "\n")
	if len(lines) <= mostLines && len(text) <= 80*mostLines {
		return text
	}
	kept := lines[:min(len(lines), mostLines/10)]
	for i, line := range kept {
		kept[i] = fmt.Sprintf("%.200s", line)
	}
	return fmt.Sprintf("%s\n… %d lines, SHA-256 %.8x\n", strings.Join(kept, "\n"), len(lines), sha256.Sum256([]byte(text)))
}

// printer writes a JSON value as the transcript shows it: what is short in one line, and times of the clock as such.
type printer struct {
	*json.Decoder
	form bool // only what kinds of values there are
}

// tidy shows a JSON value.
func tidy(text string, form bool) string {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	p := printer{d, form}
	return isAway.ReplaceAllString(awaySince.ReplaceAllString(p.value("", ""), "$1@…"), "")
}

// The server notices some time after the request before that a player is away, or the last one.
var (
	awaySince = regexp.MustCompile(`(AwaySince": )@\w+`)
	isAway    = regexp.MustCompile(`,\s*"away": true|"alone": true,\s*|,\s*"alone": true`)
)

// lineLength is how long a line with several values is at most.
const lineLength = 110

// value shows the next value, of a member, in a line with a margin.
func (p *printer) value(member, margin string) string {
	token, err := p.Token()
	if err != nil {
		return ""
	}
	switch v := token.(type) {
	case json.Delim:
		return p.list(v, member, margin)
	case json.Number:
		return p.leaf("number", number(v))
	case string:
		if slices.Contains(random, member) {
			v = "…"
		}
		return p.leaf("string", strconv.Quote(v))
	}
	if token == nil {
		return "null"
	}
	return fmt.Sprint(token)
}

// random are members whose values are random and matter nowhere else.
var random = []string{"ticket", "codes", "challenge", "version", "run"}

func (p *printer) leaf(kind, text string) string {
	if p.form {
		return kind
	}
	return text
}

// list shows the rest of an array or an object.
func (p *printer) list(begin json.Delim, member, margin string) string {
	var parts []string
	for p.More() {
		part := ""
		if begin == '{' {
			if name, err := p.Token(); err == nil {
				member = fmt.Sprint(name)
			}
			part = strconv.Quote(member) + ": "
		}
		value := p.value(member, margin+" ")
		if p.form && begin == '{' && strings.HasPrefix(value, "{") {
			value = "object"
		}
		part += value
		if begin == '{' || !p.form || !slices.Contains(parts, part) {
			parts = append(parts, part)
		}
	}
	end, err := p.Token()
	if err != nil {
		return err.Error()
	}
	line := strings.Join(parts, ", ")
	simple := begin == '[' && !strings.ContainsAny(line, "{[")
	if simple || len(margin)+len(line) < lineLength && !strings.Contains(line, "\n") {
		return fmt.Sprint(begin, line, end)
	}
	return fmt.Sprint(begin, "\n ", margin, strings.Join(parts, ",\n "+margin), "\n", margin, end)
}

// number shows a number. Times are milliseconds since 1970: those of the clock are exact, those of the machine are not.
func number(n json.Number) string {
	ms, err := n.Int64()
	at := time.UnixMilli(ms)
	switch {
	case err != nil:
	case at.Sub(epoch).Abs() < 400*24*time.Hour:
		return "@" + at.Sub(epoch).String()
	case time.Since(at).Abs() < 24*time.Hour:
		return "now"
	}
	return n.String()
}
