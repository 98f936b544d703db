package render

import "image/color"

// palette is the colors of one look in one theme. White's and Black's pieces
// differ in lightness alone, and every tint lies between them, so that no
// picture depends on seeing hues.
type palette struct {
	page, frame, inlay, label color.NRGBA
	tint                      [4]color.NRGBA // by geom.Tint
	ornament                  color.NRGBA    // crowns, ripples, grins
	last, check               color.NRGBA
	pieces                    [2]piecesColors // by game.Color
	misty                     bool            // what vanishes fades into the page, else it leaves a hole
}

// gone is the color of a place where a square has vanished.
func (p *palette) gone() color.NRGBA {
	if p.misty {
		return p.page
	}
	return p.frame
}

// grin is the color of the grin there.
func (p *palette) grin() color.NRGBA {
	if p.misty {
		return p.ornament
	}
	return p.label
}

// outside is the color of coordinates on the page, where a board has no frame.
func (p *palette) outside() color.NRGBA {
	if p.misty || p.page.G < 128 {
		return p.label
	}
	return p.frame
}

// ink is the color of words on the page.
func (p *palette) ink() color.NRGBA {
	if p.page.G < 128 {
		return p.pieces[0].body
	}
	return p.pieces[1].body
}

// The pieces of a light and of a dark page.
var (
	piecesOnLight = [2]piecesColors{
		{edge: rgb(0x2b2622), body: rgb(0xfffcf5), line: rgb(0x2b2622)},
		{halo: faint(rgb(0xfffcf5), .42), edge: rgb(0x1d1a1c), body: rgb(0x302c31), line: rgb(0xe6dfd3)},
	}
	piecesOnDark = [2]piecesColors{
		{edge: rgb(0x1b1815), body: rgb(0xf7f2e8), line: rgb(0x1b1815)},
		{halo: faint(rgb(0xf7f2e8), .5), edge: rgb(0x121013), body: rgb(0x231f24), line: rgb(0xd8d1c5)},
	}
)

// boardThemes are the colors that a board can have. A look has those of the theme that
// names it, unless the user chooses another.
var boardThemes = []struct {
	name     string
	look     Look // Auto for none
	palettes [2]palette
}{
	{"wood", Classic, palettes[Classic]},
	{"stone", Court, palettes[Court]},
	{"meadow", Trio, palettes[Trio]},
	{"lilac", Mist, palettes[Mist]},
	{"ocean", Auto, [2]palette{
		{
			page: rgb(0xf4f9fb), frame: rgb(0x1f4f63), inlay: rgb(0x9cc3d0), label: rgb(0xe3f3f7),
			tint:     [4]color.NRGBA{rgb(0x6fa3b8), rgb(0xe3f0f2), rgb(0xa9ccd7), rgb(0xe5bd62)},
			ornament: rgb(0x0f5468), last: rgb(0xe3b023), check: rgb(0xc8321f), pieces: piecesOnLight,
		}, {
			page: rgb(0x0d1417), frame: rgb(0x14303c), inlay: rgb(0x3c6272), label: rgb(0xa7c5d0),
			tint:     [4]color.NRGBA{rgb(0x4f7b8e), rgb(0x9fbecb), rgb(0x789eae), rgb(0xc4a060)},
			ornament: rgb(0x0f3c4c), last: rgb(0xd3a020), check: rgb(0xd0402c), pieces: piecesOnDark,
		},
	}},
	{"ink", Auto, [2]palette{
		{
			page: rgb(0xffffff), frame: rgb(0x3a3a3c), inlay: rgb(0x9a9a9c), label: rgb(0xf2f2f2),
			tint:     [4]color.NRGBA{rgb(0xa3a3a6), rgb(0xededee), rgb(0xc8c8ca), rgb(0xe6cf7a)},
			ornament: rgb(0x55501f), last: rgb(0xe0a800), check: rgb(0xc8321f), pieces: piecesOnLight,
		}, {
			page: rgb(0x121212), frame: rgb(0x2a2a2c), inlay: rgb(0x5a5a5c), label: rgb(0xc4c4c6),
			tint:     [4]color.NRGBA{rgb(0x77777a), rgb(0xb9b9bb), rgb(0x98989a), rgb(0xb3923a)},
			ornament: rgb(0x3a3212), last: rgb(0xe0a800), check: rgb(0xd0402c), pieces: piecesOnDark,
		},
	}},
}

// palettes, by look and theme.
var palettes = map[Look][2]palette{
	Classic: {
		{
			page: rgb(0xfbf7f0), frame: rgb(0x6b452b), inlay: rgb(0xd9b27c), label: rgb(0xf3dfbd),
			tint:     [4]color.NRGBA{rgb(0xb98a5c), rgb(0xf1dfbf), rgb(0xd6b58c), rgb(0x9fb98a)},
			ornament: rgb(0x7a4c22), last: rgb(0xe8b92e), check: rgb(0xc8321f), pieces: piecesOnLight,
		}, {
			page: rgb(0x17140f), frame: rgb(0x33221a), inlay: rgb(0x86633f), label: rgb(0xd3b78f),
			tint:     [4]color.NRGBA{rgb(0x8d6544), rgb(0xc8a578), rgb(0xaa8660), rgb(0x6f8f63)},
			ornament: rgb(0x4a2f18), last: rgb(0xd9a520), check: rgb(0xd0402c), pieces: piecesOnDark,
		},
	},
	Court: {
		{
			page: rgb(0xf6f8fa), frame: rgb(0x35475d), inlay: rgb(0xb9c6d4), label: rgb(0xe6edf4),
			tint:     [4]color.NRGBA{rgb(0x93a7bd), rgb(0xe6ecf2), rgb(0xbccad8), rgb(0xe5bd62)},
			ornament: rgb(0x8a6314), last: rgb(0x3fb6a4), check: rgb(0xc8321f), pieces: piecesOnLight,
		}, {
			page: rgb(0x11151a), frame: rgb(0x222d3a), inlay: rgb(0x566a80), label: rgb(0xaebccb),
			tint:     [4]color.NRGBA{rgb(0x63788f), rgb(0xa6b5c4), rgb(0x8496a9), rgb(0xbf943c)},
			ornament: rgb(0x5c430f), last: rgb(0x2fa292), check: rgb(0xd0402c), pieces: piecesOnDark,
		},
	},
	Trio: {
		{
			page: rgb(0xf7f9f2), frame: rgb(0x3d5a40), inlay: rgb(0x6f8f68), label: rgb(0xe6efd8),
			tint:     [4]color.NRGBA{rgb(0x92b184), rgb(0xedf2dc), rgb(0xc3d5a9), rgb(0x86b6da)},
			ornament: rgb(0x2f6592), last: rgb(0xe3b023), check: rgb(0xc8321f), pieces: piecesOnLight,
		}, {
			page: rgb(0x10150f), frame: rgb(0x22321f), inlay: rgb(0x48613f), label: rgb(0xb2c4a0),
			tint:     [4]color.NRGBA{rgb(0x5d7d58), rgb(0xa9bb95), rgb(0x819b74), rgb(0x4d86b1)},
			ornament: rgb(0x17405f), last: rgb(0xd3a020), check: rgb(0xd0402c), pieces: piecesOnDark,
		},
	},
	Mist: {
		{
			page: rgb(0xfaf7fc), frame: rgb(0xd9cbe6), inlay: rgb(0xb9a2cf), label: rgb(0x6f5488),
			tint:     [4]color.NRGBA{rgb(0xa78dc5), rgb(0xdccdec), rgb(0xc2add9), rgb(0xe8a8c4)},
			ornament: rgb(0x8d5aa8), last: rgb(0xe9b52c), check: rgb(0xc8321f), pieces: piecesOnLight, misty: true,
		}, {
			page: rgb(0x15111b), frame: rgb(0x34293f), inlay: rgb(0x5d4a70), label: rgb(0xb7a2cb),
			tint:     [4]color.NRGBA{rgb(0x755c91), rgb(0xb5a0c8), rgb(0x957eae), rgb(0xb06a8c)},
			ornament: rgb(0xc79be0), last: rgb(0xd9a520), check: rgb(0xd0402c), pieces: piecesOnDark, misty: true,
		},
	},
}
