package geom

import (
	"strconv"
)

// Rect makes a rectangle of squares. Square (file, rank), both from 0, gets the number
// rank·stride + file, so that squares keep their numbers when a board closes up towards
// a1. The squares named in missing (by number) are left out. It panics if the board has
// no square, more files than stride, or a number past 127.
func Rect(files, ranks, stride int, missing ...int) *Board {
	if files < 1 || ranks < 1 || files > stride || files > 26 || (ranks-1)*stride+files > 128 {
		panic("geom: no board of " + strconv.Itoa(files) + "×" + strconv.Itoa(ranks) +
			" squares with stride " + strconv.Itoa(stride))
	}
	b := &Board{Shape: Rectangle, Files: files, Ranks: ranks, Stride: stride}
	gone := map[int]bool{}
	for _, id := range missing {
		gone[id] = true
	}
	for rank := range ranks {
		for file := range files {
			id := rank*stride + file
			if gone[id] {
				continue
			}
			b.add(square(id, file, rank))
		}
	}
	return b
}

// FileName returns the letter of a file counted from 0, or "?" unless it is in 0–25.
func FileName(file int) string {
	if file < 0 || file > 25 {
		return "?"
	}
	return string(rune('a' + file))
}

func square(id, file, rank int) Square {
	x, y := float64(file), float64(rank)
	sq := Square{
		ID: id, File: FileName(file), Rank: strconv.Itoa(rank + 1),
		Col: file, Row: rank, Tint: Dark,
		Center:  Point{x + .5, y + .5},
		Outline: []Point{{x, y}, {x + 1, y}, {x + 1, y + 1}, {x, y + 1}},
	}
	sq.Name = sq.File + sq.Rank
	if (file+rank)%2 == 1 {
		sq.Tint = Light
	}
	return sq
}
