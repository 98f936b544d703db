package server

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/live/livegame"
	"github.com/wane-chess/wane/internal/live/manager"
	"github.com/wane-chess/wane/internal/page/captions"
	"github.com/wane-chess/wane/render"
)

// format is a kind of picture.
type format struct {
	name, what  string // as in a path, and in sentences
	contentType string
	summary     string
	most        int // pixels of the longer side
	usual       int
}

// The formats of pictures.
var (
	svgFormat = &format{"svg", "an SVG", "image/svg+xml", "as an SVG picture", render.MaxSize, render.DefaultSize}
	pngFormat = &format{"png", "a PNG", "image/png", "as a PNG picture", 2048, render.DefaultSize}
	gifFormat = &format{"gif", "a GIF", "image/gif", "as an animated GIF", 1000, render.DefaultFilmSize}
)

// Drawing says how a picture is to be drawn.
type Drawing struct {
	Theme string `query:"theme" enum:"light,dark" default:"light"`
	Flip  bool   `query:"flip" doc:"Black below"`
	Plain bool   `query:"plain" doc:"without coordinates"`
	Size  int    `query:"size" minimum:"32" maximum:"4096" doc:"pixels of the longer side: by default 720, of animations 540; up to 4096 for SVG, 2048 for PNG, 1000 for GIF"`
	Match string `header:"If-None-Match" maxLength:"200"`
}

// options returns what was asked for, or says that the size is not possible.
func (d *Drawing) options(f *format) (render.Options, error) {
	o := render.Options{Size: d.Size, Flip: d.Flip, Plain: d.Plain}
	if d.Theme == "dark" {
		o.Theme = render.Dark
	}
	if o.Size == 0 {
		o.Size = f.usual
	}
	if o.Size > f.most {
		return o, newCoded(http.StatusUnprocessableEntity, codeBadRequest, fmt.Sprintf("A size of %d pixels is too large: %s can have %d to %d.", o.Size, f.what, render.MinSize, f.most))
	}
	return o, nil
}

// LinePath is a line of moves in a query, as links have it.
type LinePath struct {
	Variant string `query:"variant" required:"true" maxLength:"40" doc:"such as shrink"`
	FEN     string `query:"fen" maxLength:"200" doc:"where to begin; empty: the start"`
	Moves   string `query:"moves" maxLength:"12000" example:"e2e4_e7e5" doc:"in engine form or short algebraic, with low lines between"`
}

// picturesAPI draws positions and games. None of it knows guests: pictures are the
// same for everybody, and other sites may show them.
func (s *Server) picturesAPI(api huma.API) {
	type ofLine struct {
		LinePath
		Drawing
	}
	type ofGame struct {
		GamePath
		Drawing
	}
	for _, f := range []*format{svgFormat, pngFormat, gifFormat} {
		what := "The position at the end of a line of moves "
		if f == gifFormat {
			what = "A line of moves "
		}
		op := s.pictureOperation("/api/picture."+f.name, "get-picture-"+f.name, what+f.summary, f)
		huma.Register(api, op, func(ctx context.Context, in *ofLine) (*document, error) {
			return s.answer(ctx, f, &in.Drawing, linePicture(in.LinePath))
		})

		path, id, what := "/api/games/{id}/board."+f.name, "get-board-"+f.name, "The position of a game "
		if f == gifFormat {
			path, id, what = "/api/games/{id}/game.gif", "get-game-gif", "A game "
		}
		op = s.pictureOperation(path, id, what+f.summary, f)
		op.Errors = append(op.Errors, http.StatusNotFound)
		huma.Register(api, op, func(ctx context.Context, in *ofGame) (*document, error) {
			p, err := s.gamePicture(ctx, in.Game)
			if err != nil {
				return nil, s.fail(ctx, err)
			}
			return s.answer(ctx, f, &in.Drawing, p)
		})
	}
}

func (s *Server) pictureOperation(path, id, summary string, f *format) huma.Operation {
	op := s.operation(http.MethodGet, path, id, summary, budgetRules, false)
	op.Responses = plainResponse(f.contentType, "The picture")
	op.Errors = append(op.Errors, http.StatusServiceUnavailable)
	return op
}

// motif is what a picture shows.
type motif struct {
	tag    string // tells it from all others, and from what it was before
	cache  string
	name   string // of the file
	robots string // what search engines are told: X-Robots-Tag
	line   func(ctx context.Context, s *Server) (*playedLine, error)
}

// playedLine is a line of moves, with who played it if that is known.
type playedLine struct {
	start        game.Position
	moves        []game.Move
	white, black string
	result       game.Result
}

// How long others may keep pictures.
const (
	forADay   = "public, max-age=86400"
	checkEach = "no-cache"
)

// linePicture is a line of moves as a motif. It is played out only if it has to be
// drawn.
func linePicture(in LinePath) *motif {
	return &motif{
		tag: fmt.Sprintf("line %q %q %q", in.Variant, in.FEN, in.Moves), cache: forADay, name: "wane-" + plainName(in.Variant),
		line: func(ctx context.Context, s *Server) (*playedLine, error) { return s.readLine(ctx, in) },
	}
}

// gamePicture is a game as a motif.
func (s *Server) gamePicture(ctx context.Context, id string) (*motif, error) {
	snap, err := s.o.Host.Snapshot(ctx, livegame.ID(id))
	if err != nil {
		return nil, err
	}
	m := &motif{tag: gameTag(snap), cache: checkEach, name: "wane-" + id, robots: robotsTag(snap)}
	if snap.Status == livegame.Finished {
		m.cache = forADay
	}
	m.line = func(_ context.Context, s *Server) (*playedLine, error) {
		tree, err := s.replay(snap)
		if err != nil {
			return nil, err
		}
		white, black := playerTag(snap.Seats[game.White]), playerTag(snap.Seats[game.Black])
		return &playedLine{tree.Start(), tree.Moves(), white, black, snap.Summary.Result}, nil
	}
	return m, nil
}

// gameTag tells a game from others, and from what it was before.
func gameTag(snap manager.Snapshot) string {
	return fmt.Sprintf("game %s %d", snap.Header.ID, len(snap.Events))
}

// plainName is a text with nothing that a file's name should not have.
func plainName(text string) string {
	b := []byte(text)
	for i, c := range b {
		if (c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') {
			b[i] = '-'
		}
	}
	return string(b)
}

// answer gives a picture, from the album if it is there.
func (s *Server) answer(ctx context.Context, f *format, d *Drawing, m *motif) (*document, error) {
	o, err := d.options(f)
	if err != nil {
		return nil, err
	}
	key := fmt.Sprintf("%s %s %s %+v", s.o.Version, f.name, m.tag, o)
	return s.painted(ctx, key, d.Match, f, m, func() ([]byte, error) {
		var l *playedLine
		err := s.inTurn(ctx, s.heavy, func() (err error) {
			l, err = m.line(ctx, s)
			return err
		})
		if err != nil {
			return nil, err
		}
		o.Look = render.LookOf(l.start.Game())
		return s.paint(ctx, f, l, o)
	})
}

// paint draws a line, or its last position. What costs much has to be afforded.
func (s *Server) paint(ctx context.Context, f *format, l *playedLine, o render.Options) ([]byte, error) {
	var b bytes.Buffer
	var err error
	if f == gifFormat {
		err = s.animate(ctx, &b, l, o)
		return b.Bytes(), err
	}
	last := captions.Last(l.start, l.moves)
	o.Last, o.Check = last.Last, last.Check
	if f == svgFormat {
		err = render.SVG(&b, last.View, o)
	} else {
		err = s.atEasel(ctx, 1, func() error { return render.PNG(&b, last.View, o) })
	}
	return b.Bytes(), err
}

// animate draws a whole line, if it is not too much.
func (s *Server) animate(ctx context.Context, w io.Writer, l *playedLine, o render.Options) error {
	positions, size := len(l.moves)+1, o.Size*o.Size
	if positions*size > mostWork {
		return newCoded(http.StatusUnprocessableEntity, codeBadRequest, fmt.Sprintf(
			"A GIF of %d pixels can have %s, and these are %d: choose a smaller size or fewer moves.", o.Size, plural(mostWork/size, "position"), positions))
	}
	return s.atEasel(ctx, 1+positions*size/workForOne, func() error {
		return render.GIF(w, captions.Film(l.start, l.moves, l.white, l.black, l.result), o)
	})
}
