// Package pictures draws positions, games and the cards of link previews. It caches
// what takes long to paint.
package pictures

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/maypok86/otter/v2"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/message"
	"github.com/wane-chess/wane/internal/page/frames"
	"github.com/wane-chess/wane/internal/server/gameview"
	"github.com/wane-chess/wane/internal/server/guests"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/lines"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/manager"
	"github.com/wane-chess/wane/internal/server/problem"
	"github.com/wane-chess/wane/internal/server/web"
	"github.com/wane-chess/wane/render"
)

// Limits of the work for one animation, in pixels of all its positions.
const (
	maxPixels   = 400_000_000 // some seconds
	pixelsOfOne = 9_000_000   // cost as much as one more picture
	// maxTime is how long one may take, with its wait for a processor but without that for its line: answers
	// are cut off after 30 s.
	maxTime = 18 * time.Second
)

// errTooSlow is why an animation is given up.
var errTooSlow = errors.New("the animation takes too long")

// retryAfter is when a client may try again that has waited for maxTime.
const retryAfter = 5 * time.Second

// Format is a file format of pictures.
type Format struct {
	Name, ContentType string // Name is also the file extension
	noun              string // as in "an SVG"
	maxSize, size     int    // pixels of the longer side: at most, and by default
}

// The formats.
var (
	SVG = &Format{"svg", "image/svg+xml", "an SVG", render.MaxSize, render.DefaultSize}
	PNG = &Format{"png", "image/png", "a PNG", 2048, render.DefaultSize}
	GIF = &Format{"gif", "image/gif", "a GIF", 1000, render.DefaultAnimationSize}
)

// Drawing says how to draw a picture.
type Drawing struct {
	Theme  string `query:"theme" enum:"light,dark" default:"light"`
	Pieces string `query:"pieces" enum:"staunton,flat,letters" default:"staunton" doc:"the drawings of the pieces"`
	Flip   bool   `query:"flip" doc:"Black below"`
	Plain  bool   `query:"plain" doc:"without coordinates"`
	Size   int    `query:"size" minimum:"32" maximum:"4096" doc:"pixels of the longer side: by default 720, of animations 540; up to 4096 for SVG, 2048 for PNG, 1000 for GIF"`
}

// options returns the options for render. The error is fit for clients.
func (d *Drawing) options(f *Format) (render.Options, error) {
	o := render.Options{Size: d.Size, Flip: d.Flip, Plain: d.Plain, Pieces: render.PieceSetByName(d.Pieces)}
	if d.Theme == "dark" {
		o.Theme = render.Dark
	}
	if o.Size == 0 {
		o.Size = f.size
	}
	if o.Size > f.maxSize {
		return o, invalid("A size of %d pixels is too large: %s can have %d to %d.",
			o.Size, f.noun, render.MinSize, f.maxSize)
	}
	return o, nil
}

func invalid(format string, args ...any) error {
	return problem.New(http.StatusUnprocessableEntity, problem.CodeBadRequest, fmt.Sprintf(format, args...))
}

// Games is what pictures need of the game manager.
type Games interface {
	Snapshot(ctx context.Context, id livegame.ID) (manager.Snapshot, error)
}

// Options are what pictures need.
type Options struct {
	Games    Games
	Lines    *lines.Reader
	Gate     *web.Gate
	Guard    *limits.Guard
	Variants []game.Game // on the card of the home page, the first of each family
	Version  string      // of the program: another one draws again
	Site     string      // at the foot of cards
}

// Pictures draws pictures. It may be used by many goroutines.
type Pictures struct {
	o       Options
	cache   *cache
	maxTime time.Duration // of one animation
}

// cache keeps painted pictures by Picture.Key: many clients load a link's picture at
// once.
type cache = otter.Cache[string, []byte]

// Sizes of the cache and of the largest picture in it, in bytes.
const (
	cacheBytes   = 32 << 20
	largestInOne = 4 << 20
)

// New makes a Pictures with an empty cache.
func New(o Options) *Pictures {
	return &Pictures{o, newCache(), maxTime}
}

func newCache() *cache {
	return otter.Must(&otter.Options[string, []byte]{
		MaximumWeight: cacheBytes,
		Weigher: func(key string, picture []byte) uint32 {
			return uint32(len(key) + len(picture)) //nolint:gosec // at most largestInOne and a URL
		},
	})
}

// Picture is a picture that may not have been drawn yet.
type Picture struct {
	Format *Format
	Key    string // identifies the picture and its version
	Name   string // of its file, without extension
	Final  bool   // the picture at this URL will not change
	Robots string // X-Robots-Tag
	draw   func(ctx context.Context) ([]byte, error)
	cache  *cache // nil: drawing costs little
}

// Bytes returns the picture, from the cache or drawn now. Errors are fit for
// clients, except those of the store.
func (p *Picture) Bytes(ctx context.Context) ([]byte, error) {
	if p.cache == nil {
		return p.draw(ctx)
	}
	if b, found := p.cache.GetIfPresent(p.Key); found {
		return b, nil
	}
	b, err := p.draw(ctx)
	if err == nil && len(b) <= largestInOne {
		p.cache.Set(p.Key, b)
	}
	return b, err
}

// A source is what a picture shows.
type source struct {
	tag    string // identifies it and its version
	final  bool
	name   string // of the file
	robots string
	line   func(ctx context.Context) (*playedLine, error)
}

// playedLine is a line of moves, with its players and its result if they are known.
type playedLine struct {
	lines.Played
	white, black string
	result       game.Result
}

// Line returns the picture of a line's last position, or the GIF of the whole line.
// The line is played out only if the picture has to be drawn.
func (s *Pictures) Line(f *Format, d *Drawing, q lines.Query) (*Picture, error) {
	return s.picture(f, d, &source{
		tag: fmt.Sprintf("line %q %q %q", q.Variant, q.FEN, q.Moves), final: true, name: "wane-" + plainName(q.Variant),
		line: func(ctx context.Context) (*playedLine, error) {
			l, err := s.o.Lines.Read(ctx, q)
			if err != nil {
				return nil, err
			}
			return &playedLine{Played: *l}, nil
		},
	})
}

// Game returns the picture of a game's last position, or the GIF of the whole game.
func (s *Pictures) Game(ctx context.Context, f *Format, d *Drawing, id livegame.ID) (*Picture, error) {
	snap, err := s.o.Games.Snapshot(ctx, id)
	if err != nil {
		return nil, err
	}
	m := gameSource(snap)
	m.line = func(ctx context.Context) (*playedLine, error) {
		l, err := s.o.Lines.Game(ctx, snap)
		if err != nil {
			return nil, err
		}
		white, black := gameview.ShownName(snap.Seats[game.White], "?"), gameview.ShownName(snap.Seats[game.Black], "?")
		return &playedLine{*l, white, black, snap.Summary.Result}, nil
	}
	return s.picture(f, d, m)
}

func gameSource(snap manager.Snapshot) *source {
	return &source{
		tag: gameview.Version(snap), final: snap.Status == livegame.Finished, name: "wane-" + string(snap.Header.ID),
		robots: gameview.Robots(snap),
	}
}

// plainName replaces all but letters and digits by hyphens.
func plainName(text string) string {
	b := []byte(text)
	for i, c := range b {
		if (c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') {
			b[i] = '-'
		}
	}
	return string(b)
}

func (s *Pictures) picture(f *Format, d *Drawing, m *source) (*Picture, error) {
	o, err := d.options(f)
	if err != nil {
		return nil, err
	}
	p := &Picture{
		Format: f, Key: fmt.Sprintf("%s %s %s %+v", s.o.Version, f.Name, m.tag, o), Name: m.name, Final: m.final,
		Robots: m.robots, cache: s.cache,
	}
	if f == SVG {
		p.cache = nil
	}
	p.draw = func(ctx context.Context) ([]byte, error) {
		var l *playedLine
		err := s.o.Gate.Do(ctx, web.Lines, func() (err error) {
			l, err = m.line(ctx)
			return err
		})
		if err != nil {
			return nil, err
		}
		o.Look = render.LookOf(l.Start.Game())
		return s.draw(ctx, f, l, o)
	}
	return p, nil
}

// draw draws a line or its last position.
func (s *Pictures) draw(ctx context.Context, f *Format, l *playedLine, o render.Options) ([]byte, error) {
	var b bytes.Buffer
	var err error
	if f == GIF {
		err = s.animate(ctx, &b, l, o)
		return b.Bytes(), err
	}
	last := frames.Last(l.Start, l.Moves)
	o.Last, o.Check = last.Last, last.Check
	if f == SVG {
		err = render.SVG(&b, last.View, o)
	} else {
		err = s.paint(ctx, 1, func() error { return render.PNG(&b, last.View, o) })
	}
	return b.Bytes(), err
}

// animate draws a whole line, unless that is too much work.
func (s *Pictures) animate(ctx context.Context, w io.Writer, l *playedLine, o render.Options) error {
	positions, size := len(l.Moves)+1, o.Size*o.Size
	if positions*size > maxPixels {
		return invalid("A GIF of %d pixels can have %s, and these are %d: choose a smaller size or fewer moves.",
			o.Size, message.Plural(maxPixels/size, "position"), positions)
	}
	ctx, cancel := context.WithTimeoutCause(ctx, s.maxTime, errTooSlow)
	defer cancel()
	err := s.paint(ctx, 1+positions*size/pixelsOfOne, func() error {
		a := frames.Animation(l.Start, l.Moves, l.white, l.black, l.result)
		a.Stop = ctx.Err // the client has gone, or it takes too long
		return render.GIF(w, a, o)
	})
	if err != nil && errors.Is(context.Cause(ctx), errTooSlow) {
		return problem.RetryAfter(http.StatusServiceUnavailable, problem.CodeServer,
			"The picture takes too long now: try again in a moment, or choose a smaller size.", retryAfter)
	}
	return err
}

// paint calls do when it is its turn, if the client's budget allows it.
func (s *Pictures) paint(ctx context.Context, cost int, do func() error) error {
	v := guests.VisitOf(ctx)
	if err := s.o.Guard.Take(limits.Pictures, v); err != nil {
		return err
	}
	s.o.Guard.Limiter.Charge(limits.Pictures, v, cost-1)
	return s.o.Gate.Do(ctx, web.Pictures, do)
}
