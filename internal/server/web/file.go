package web

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io"
	"mime"
	"net/http"
	"path"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"
)

// TextFile returns a file with a text, which it also compresses as well as it can.
func TextFile(name string, text []byte) (*File, error) {
	var packed bytes.Buffer
	z, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err == nil {
		_, err = z.Write(text)
	}
	if err == nil {
		err = z.Close()
	}
	return NewFile(name, map[string][]byte{"identity": text, "gzip": packed.Bytes()}), err
}

// File is a file in memory, in all its encodings.
type File struct {
	contentType string
	cache       Cache
	encodings   []encoding // the preferred first; the last is the file itself
}

type encoding struct {
	name string // as Content-Encoding, or "identity"
	body func() []byte
	size int // of what is in memory from the beginning
	etag string
}

// The content types that package mime does not know on every system.
var contentTypes = map[string]string{
	".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".mjs": "text/javascript; charset=utf-8",
	".css": "text/css; charset=utf-8", ".wasm": "application/wasm", ".svg": "image/svg+xml", ".json": "application/json",
	".webmanifest": "application/manifest+json", ".yaml": "application/openapi+yaml",
	".txt": "text/plain; charset=utf-8", ".ico": "image/x-icon",
	".png": "image/png", ".woff2": "font/woff2", ".ogg": "audio/ogg", ".mp3": "audio/mpeg",
}

// NewFile returns a file with a name, which says what it is and how long it may be kept. Its bodies have the names of
// their encodings; "identity" is the file itself. Without it the file is what "br" holds, which is unpacked for the
// first client that does not know Brotli.
func NewFile(name string, bodies map[string][]byte) *File {
	f := &File{contentType: contentTypes[path.Ext(name)], cache: NoCache}
	if f.contentType == "" {
		f.contentType = mime.TypeByExtension(path.Ext(name))
	}
	if f.contentType == "" {
		f.contentType = "application/octet-stream"
	}
	if strings.HasPrefix(name, "assets/") {
		f.cache = Immutable // its name has a hash of its content
	}
	for _, coding := range []string{"br", "gzip", "identity"} {
		body, whole := bodies[coding], bodies["identity"]
		switch {
		case whole == nil && coding == "identity":
			packed := bodies["br"]
			f.encodings = append(f.encodings, encoding{
				name: coding, etag: etagOf(packed, "-unpacked"), body: sync.OnceValue(func() []byte { return unpack(packed) }),
			})
		case body != nil && (coding == "identity" || whole == nil || len(body) < len(whole)):
			f.encodings = append(f.encodings, encoding{
				name: coding, etag: etagOf(body, ""), body: func() []byte { return body }, size: len(body),
			})
		}
	}
	return f
}

// etagOf returns an ETag for what is made from a body.
func etagOf(body []byte, how string) string {
	sum := sha256.Sum256(body)
	return `"` + base64.RawURLEncoding.EncodeToString(sum[:12]) + how + `"`
}

// unpack returns what Brotli holds. A file of the program that is damaged is a fault of its build.
func unpack(packed []byte) []byte {
	body, err := io.ReadAll(brotli.NewReader(bytes.NewReader(packed)))
	if err != nil {
		panic(fmt.Sprintf("a file of the page is damaged: %v", err))
	}
	return body
}

// Private returns the file as what only the caller may see: it is kept nowhere.
func (f *File) Private() *File {
	return &File{contentType: f.contentType, cache: Private, encodings: f.encodings}
}

// Size returns the bytes of all encodings in memory.
func (f *File) Size() (n int) {
	for i := range f.encodings {
		n += f.encodings[i].size
	}
	return n
}

// choose picks the best encoding that an Accept-Encoding header allows, or else the file
// itself.
func (f *File) choose(header string) *encoding {
	best, most := &f.encodings[len(f.encodings)-1], 0.0
	for i := range f.encodings {
		if q := Accepts(header, f.encodings[i].name); q > most {
			best, most = &f.encodings[i], q
		}
	}
	return best
}

// ServeHTTP implements http.Handler.
func (f *File) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	// In a sandboxed frame even our own files come from another origin.
	w.Header().Set("Access-Control-Allow-Origin", "*")
	f.Serve(w, r, http.StatusOK)
}

// Serve answers with the file. Only an answer with status 200 that may be kept has an ETag.
func (f *File) Serve(w http.ResponseWriter, r *http.Request, status int) {
	e := f.choose(r.Header.Get("Accept-Encoding"))
	h := w.Header()
	h.Set("Content-Type", f.contentType)
	h.Set("Cache-Control", string(f.cache))
	if f.cache != Private {
		h.Set("ETag", e.etag)
	}
	if len(f.encodings) > 1 {
		h.Add("Vary", "Accept-Encoding")
	}
	if e.name != "identity" {
		h.Set("Content-Encoding", e.name)
	}
	if status == http.StatusOK {
		// It also answers If-None-Match, HEAD and ranges.
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(e.body()))
		return
	}
	h.Del("ETag")
	body := e.body()
	h.Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	if r.Method != http.MethodHead {
		_, _ = w.Write(body)
	}
}
