package pages

import (
	"fmt"
	"io/fs"
	"path"
	"strings"

	"github.com/wane-chess/wane/internal/server/web"
)

// files are the files of the page, in memory.
type files struct {
	byPath map[string]*web.File // by URL path
	index  *shell               // nil: the program was built without its page
	embed  *shell               // the board on other sites
	loads  loads
}

func readFiles(source fs.FS) (*files, error) {
	p := &files{byPath: map[string]*web.File{}}
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
		if bodies["identity"] == nil && bodies["br"] == nil {
			continue // a file of gzip without its original
		}
		switch name {
		case "index.html":
			p.index = newShell(bodies["identity"])
		case "embed.html":
			p.embed = newShell(bodies["identity"])
		case "loads.json":
			if p.loads, err = readLoads(bodies["identity"]); err != nil {
				return nil, err
			}
		default:
			p.byPath["/"+name] = web.NewFile(name, bodies)
		}
	}
	return p, nil
}
