package analysis

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
)

// Stream searches and writes a line for each report and a last one for the best line,
// as JSON (see Report) or as text. If writing fails, the search ends with that error.
func Stream(ctx context.Context, w io.Writer, e engine.Engine, p game.Position, l engine.Limits, asJSON bool) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var failed error
	write := func(i engine.Report, final bool) {
		if failed != nil {
			return
		}
		if asJSON {
			r := NewReport(p, i)
			r.Final = final
			failed = json.NewEncoder(w).Encode(r)
		} else {
			_, failed = fmt.Fprintln(w, textLine(p, i, final))
		}
		if failed != nil {
			cancel()
		}
	}
	best, err := e.Search(ctx, p, l, func(i engine.Report) { write(i, false) })
	if err != nil {
		return err
	}
	write(best, true)
	return failed
}

// textLine formats a report as a line of text.
func textLine(p game.Position, i engine.Report, final bool) string {
	var b strings.Builder
	r := NewReport(p, i)
	if final {
		b.WriteString("best: ")
	}
	_, _ = fmt.Fprintf(&b, "depth %d/%d", r.Depth, r.SelDepth)
	if !final {
		_, _ = fmt.Fprintf(&b, "  line %d", r.Line)
	}
	_, _ = fmt.Fprintf(&b, "  %s  %s nodes  %s/s  %.1f s  %s",
		boundText(i), countText(r.Nodes), countText(r.NPS), i.Time.Seconds(), strings.Join(numbered(p, r.SAN), " "))
	return b.String()
}
