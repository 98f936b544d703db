package pages

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strconv"
	"strings"
	"time"

	"github.com/wane-chess/wane/internal/live/server/accept"
)

// files are the files of the page, in memory.
type files struct {
	byPath map[string]*file // by URL path
	index  *shell           // nil: the program was built without its page
	embed  *shell           // the board on other sites
}

// file is a file in all its encodings.
type file struct {
	contentType string
	cache       string
	encodings   []encoding // the preferred first; the last is the file itself
}

type encoding struct {
	name string // as Content-Encoding, or "identity"
	body []byte
	etag string
}

// The content types that package mime does not know on every system.
var contentTypes = map[string]string{
	".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".mjs": "text/javascript; charset=utf-8",
	".css": "text/css; charset=utf-8", ".wasm": "application/wasm", ".svg": "image/svg+xml", ".json": "application/json",
	".webmanifest": "application/manifest+json", ".txt": "text/plain; charset=utf-8", ".ico": "image/x-icon",
	".png": "image/png", ".woff2": "font/woff2", ".ogg": "audio/ogg", ".mp3": "audio/mpeg",
}

func readFiles(source fs.FS) (*files, error) {
	p := &files{byPath: map[string]*file{}}
	if source == nil {
		return p, nil
	}
	packed := map[string]map[string][]byte{} // by file and encoding
	err := fs.WalkDir(source, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		body, err := fs.ReadFile(source, name)
		if err != nil {
			return err
		}
		original, coding := name, "identity"
		switch ext := path.Ext(name); ext {
		case ".br":
			original, coding = strings.TrimSuffix(name, ext), "br"
		case ".gz":
			original, coding = strings.TrimSuffix(name, ext), "gzip"
		}
		if packed[original] == nil {
			packed[original] = map[string][]byte{}
		}
		packed[original][coding] = body
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read the page: %w", err)
	}
	for name, bodies := range packed {
		if bodies["identity"] == nil {
			continue // a compressed file without its original
		}
		switch name {
		case "index.html":
			p.index = newShell(bodies["identity"])
		case "embed.html":
			p.embed = newShell(bodies["identity"])
		default:
			p.byPath["/"+name] = newFile(name, bodies)
		}
	}
	return p, nil
}

func newFile(name string, bodies map[string][]byte) *file {
	f := &file{contentType: contentTypes[path.Ext(name)], cache: "no-cache"}
	if f.contentType == "" {
		f.contentType = mime.TypeByExtension(path.Ext(name))
	}
	if f.contentType == "" {
		f.contentType = "application/octet-stream"
	}
	if strings.HasPrefix(name, "assets/") {
		f.cache = "public, max-age=31536000, immutable" // its name has a hash of its content
	}
	for _, coding := range []string{"br", "gzip", "identity"} {
		body := bodies[coding]
		if body == nil || coding != "identity" && len(body) >= len(bodies["identity"]) {
			continue
		}
		sum := sha256.Sum256(body)
		f.encodings = append(f.encodings, encoding{coding, body, `"` + base64.RawURLEncoding.EncodeToString(sum[:12]) + `"`})
	}
	return f
}

// size returns the bytes of all encodings.
func (f *file) size() (n int) {
	for i := range f.encodings {
		n += len(f.encodings[i].body)
	}
	return n
}

// choose picks the best encoding that an Accept-Encoding header allows, or else the file
// itself.
func (f *file) choose(header string) *encoding {
	best, most := &f.encodings[len(f.encodings)-1], 0.0
	for i := range f.encodings {
		if q := accept.Quality(header, f.encodings[i].name); q > most {
			best, most = &f.encodings[i], q
		}
	}
	return best
}

// serve answers with the file. Only an answer with status 200 has an ETag.
func (f *file) serve(w http.ResponseWriter, r *http.Request, status int) {
	e := f.choose(r.Header.Get("Accept-Encoding"))
	h := w.Header()
	h.Set("Content-Type", f.contentType)
	h.Set("Cache-Control", f.cache)
	h.Set("ETag", e.etag)
	if len(f.encodings) > 1 {
		h.Add("Vary", "Accept-Encoding")
	}
	if e.name != "identity" {
		h.Set("Content-Encoding", e.name)
	}
	if status == http.StatusOK {
		// It also answers If-None-Match, HEAD and ranges.
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(e.body))
		return
	}
	h.Del("ETag")
	h.Set("Content-Length", strconv.Itoa(len(e.body)))
	w.WriteHeader(status)
	if r.Method != http.MethodHead {
		_, _ = w.Write(e.body)
	}
}
