package render

import (
	"image/color"

	"github.com/wane-chess/wane/game"
)

// figure is the drawing of one type of piece in a box of 100×100, standing on
// y = 90.
type figure struct {
	body  path   // the silhouette
	rods  []path // thin parts, drawn with the edge's color
	lines []path // strokes inside it
	fine  []path // more such strokes, which would blur in a small picture
	eyes  []path // small areas inside it, painted like the strokes
}

// half completes a symmetric silhouette of which the right half is given, from
// the top of the axis to its foot.
func half(data string) path { return parse(data).mirrored() }

// Foot and stem that the king, the queen and the bishop share, from the
// collar's lower edge down.
const stem = `C 63.5 66 66 71 70.5 75 C 74 75.5 75 77 75 79.5 C 78.5 80.5 80 83 80 86 C 80 88.5 78.5 90 76 90 L 50 90`

var staunton = map[game.PieceType]*figure{
	game.King: {
		body: half(`M 50 20 C 62 20 70.5 23 72.5 28 C 72 34 67 42 63.5 49
			C 67.5 49.5 69.5 51.5 69.5 54 C 69.5 56.5 67 58 62.5 58 ` + stem),
		rods: []path{parse(`M 50 3.5 L 50 20`), parse(`M 40.5 10.5 L 59.5 10.5`)},
		lines: []path{
			parse(`M 30 29 Q 50 36 70 29`),
			parse(`M 38 58 L 62 58`),
			parse(`M 28 79.5 Q 50 83 72 79.5`),
		},
		fine: []path{parse(`M 37 49.5 L 63 49.5`)},
	},
	game.Queen: {
		body: half(`M 50 7 C 52.8 7 55 9.2 55 12 C 55 14 54 15.7 52.3 16.5 L 57.5 27 L 65 16 L 68.5 28 L 79 20
			C 76 32 68 41 63.5 49 C 67.5 49.5 69.5 51.5 69.5 54 C 69.5 56.5 67 58 62.5 58 ` + stem),
		lines: []path{
			parse(`M 29 36 Q 50 42 71 36`),
			parse(`M 38 58 L 62 58`),
			parse(`M 28 79.5 Q 50 83 72 79.5`),
		},
		fine: []path{parse(`M 37 49.5 L 63 49.5`)},
	},
	game.Bishop: {
		body: half(`M 50 10 C 53 10 55.5 12.4 55.5 15.5 C 55.5 17.5 54.6 19 53.2 20 C 61 25 67 33 67 41
			C 67 45.5 65.5 48 63 50 C 67.5 50.5 69.5 52 69.5 54.5 C 69.5 57 67 58 62.5 58 ` + stem),
		lines: []path{
			parse(`M 60.5 26 L 50.5 39`),
			parse(`M 38 58 L 62 58`),
			parse(`M 28 79.5 Q 50 83 72 79.5`),
		},
		fine: []path{parse(`M 37 50 L 63 50`)},
	},
	game.Rook: {
		body: half(`M 50 20 L 56 20 L 56 27 L 63 27 L 63 20 L 73.5 20 L 72.5 37 C 72 40 69 42 66 44 L 67.5 68
			C 68 71 70 73 72.5 74.5 C 75 75.5 76 77.5 76 79.5 C 79.5 80.5 81 83 81 86 C 81 88.5 79.5 90 77 90 L 50 90`),
		lines: []path{
			parse(`M 34.5 44 L 65.5 44`),
			parse(`M 27 79.5 Q 50 83 73 79.5`),
		},
		fine: []path{parse(`M 28.5 34 L 71.5 34`), parse(`M 32 68.5 L 68 68.5`)},
	},
	game.Knight: {
		body: parse(`M 20 90 C 18 90 17 88.5 17 86.5 C 17 83 19 80.5 23 79.5 C 26 66 40 62 46 50
			C 41.5 52.5 37.5 53.5 34 55.5 C 30.5 58 28.5 62 24 61.5 C 18.5 61 14.5 56 15 50.5 C 15.5 45.5 21.5 42.5 24 37.5
			C 26 33 28 28 33 24 C 36 21.5 39 19.5 41 17.5 C 41 13.5 42 10 44.5 6.5 C 47.5 9 49.5 12 50.5 15.5
			C 52 12.5 53.5 10.5 56 9 C 57.5 12 58 14.5 57.8 17.3
			C 71 23 79 37 79 58 C 79 66 78 73 76 79.5 C 79.5 80.5 81 83 81 86.5 C 81 88.5 80 90 78 90 Z`),
		lines: []path{
			parse(`M 55 22 C 66 30 70 44 68 66`),
			parse(`M 46 50 C 50 48 52.5 45 53 40`),
			parse(`M 25 79.5 Q 50 83 74 79.5`),
		},
		fine: []path{parse(`M 21 55.8 C 24 56 26.5 54.5 28.5 52.5`)},
		eyes: []path{parse(`M 34.5 33 C 35.5 29 39 27.5 42.5 28.5 C 41.5 32 38.5 34 34.5 33 Z`), disc(22.3, 48.6, 1.7)},
	},
	game.Pawn: {
		body: half(`M 50 21.5 C 57.8 21.5 63.8 27.3 63.8 34.8 C 63.8 39.8 61.3 44 57.5 46.8 C 63 47.2 66 48.8 66 51.5
			C 66 54.2 63 55.5 58.5 55.5
			C 59.5 65 63 70 68.5 74 C 72.5 75 74 77 74 79.5 C 76.5 80.8 78 83 78 86 C 78 88.5 76.5 90 74 90 L 50 90`),
		lines: []path{
			parse(`M 42 55.5 L 58 55.5`),
			parse(`M 27.5 79.5 Q 50 83 72.5 79.5`),
		},
		fine: []path{parse(`M 42.5 46.8 L 57.5 46.8`)},
	},
}

// piecesColors are the colors of one side's pieces.
type piecesColors struct {
	halo, edge, body, line color.NRGBA
}

// Strokes of pieces, in the box's units.
const (
	edgeWidth = 4.6
	haloWidth = 8.5
	lineWidth = 2.8
	rodWidth  = 9.4
	thinRod   = 6.2 // where there is no room for a core
)

// smallBox is the side of a piece's box, in pixels, below which it is drawn with
// fewer and fuller lines.
const smallBox = 44

// pieceSymbol makes the drawing of a piece, a figure in the colors of its side.
func pieceSymbol(name string, f *figure, c piecesColors, small bool) *symbol {
	s := &symbol{name: name}
	stroke := func(paths []path, c color.NRGBA, width float64) {
		for _, q := range paths {
			s.shapes = append(s.shapes, shape{path: q, stroke: c, width: width})
		}
	}
	rod := rodWidth
	if small {
		rod = thinRod
	}
	if c.halo.A != 0 {
		stroke([]path{f.body}, c.halo, haloWidth)
		stroke(f.rods, c.halo, rod+haloWidth-edgeWidth)
	}
	stroke(f.rods, c.edge, rod)
	if !small {
		stroke(f.rods, c.body, rod-edgeWidth)
	}
	s.shapes = append(s.shapes, shape{path: f.body, fill: c.body, stroke: c.edge, width: edgeWidth})
	stroke(f.lines, c.line, lineWidth)
	if !small {
		stroke(f.fine, c.line, lineWidth)
	}
	for _, e := range f.eyes {
		s.shapes = append(s.shapes, shape{path: e, fill: c.line})
	}
	return s
}
