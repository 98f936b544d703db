package atlas

import (
	"image/color"
	"io"
	"path/filepath"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"

	"github.com/wane-chess/wane/research/internal/task"
)

// scatters are the scatter plots of the page: names of files and of measurements.
var scatters = []struct{ file, x, y string }{
	{"rankings-fair.png", "draws", "white"},
	{"rankings-long.png", "moves", "leads"},
	{"rankings-deep.png", "leads", "skill"},
}

var (
	blue   = color.NRGBA{R: 0x2a, G: 0x6f, B: 0xa8, A: 0x90}
	orange = color.NRGBA{R: 0xd9, G: 0x5f, B: 0x02, A: 0xff}
)

// plot writes the plots to a folder.
func (r *report) plot(folder string) error {
	for _, m := range scatters {
		if r.games[measurements[index(m.x)].section] == 0 || r.games[measurements[index(m.y)].section] == 0 {
			continue
		}
		if err := task.Write(filepath.Join(folder, m.file),
			func(w io.Writer) error { return r.scatter(w, m.x, m.y) }); err != nil {
			return err
		}
	}
	return nil
}

// scatter draws all rankings by two measurements, and marks the inventor's.
func (r *report) scatter(w io.Writer, x, y string) error {
	p := plot.New()
	p.X.Label.Text, p.Y.Label.Text = label(x), label(y)
	p.Add(plotter.NewGrid())
	var all plotter.XYs
	xs, ys := r.means(x), r.means(y)
	for i := range xs {
		all = append(all, plotter.XY{X: xs[i], Y: ys[i]})
	}
	points, err := plotter.NewScatter(all)
	if err != nil {
		return err
	}
	points.GlyphStyle = draw.GlyphStyle{Color: blue, Radius: vg.Points(2.5), Shape: draw.CircleGlyph{}}
	mark, err := plotter.NewScatter(all[:1])
	if err != nil {
		return err
	}
	mark.GlyphStyle = draw.GlyphStyle{Color: orange, Radius: vg.Points(5), Shape: draw.CircleGlyph{}}
	name, err := plotter.NewLabels(plotter.XYLabels{XYs: all[:1], Labels: []string{"  KQRNBP"}})
	if err != nil {
		return err
	}
	p.Add(points, mark, name)
	c := vgimg.NewWith(vgimg.UseWH(16*vg.Centimeter, 11*vg.Centimeter), vgimg.UseDPI(120))
	p.Draw(draw.New(c))
	_, err = vgimg.PngCanvas{Canvas: c}.WriteTo(w)
	return err
}

// label returns the title of a measurement with its unit.
func label(name string) string {
	m := measurements[index(name)]
	if m.unit == "" {
		return m.title
	}
	return m.title + " (" + m.unit + ")"
}
