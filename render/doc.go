// Package render draws positions as SVG (SVG), PNG (PNG) and plain text (Text),
// and games as animated GIFs (GIF).
//
// It knows no game. A game.View is enough: the squares of the board with their outlines
// and tints, the pieces, and the vanished squares. LookOf returns the colors that a game
// asks for; Options say the rest. A picture is first described as a list of filled
// shapes; the SVG writer and the PNG rasterizer draw the same list, so that the two never
// differ. Pieces, letters and ornaments are drawn as paths, so no font has to be
// installed.
//
// An animation has one color table. Each of its pictures holds only what differs from
// the one before.
//
// Layout says which character belongs to which square. Card
// draws previews of links. WriteSprite and WriteLooks make files for web pages.
//
// All functions are safe for concurrent use.
package render
