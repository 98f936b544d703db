package rulekit

import (
	"strings"

	"github.com/wane-chess/wane/game"
)

// ParseLenient parses a FEN as engines do, which play on from whatever they are
// given: castling rights and an en passant square that the pieces or the rules do not
// allow are dropped. The errors of Parse about them are returned as dropped. Other
// errors, *FENError, are those of Parse.
func ParseLenient(g game.Game, fen string) (p game.Position, dropped []*game.FENError, err error) {
	if p, err = g.Parse(fen); err == nil {
		return p, nil, nil
	}
	parser, ok := g.(SetupParser)
	if !ok {
		return nil, nil, err
	}
	setup, dropped := parser.ParseSetup(fen)
	for _, fault := range parser.Faults(setup) {
		dropped = append(dropped, fault.Err)
	}
	fields, _ := SplitFEN(fen)
	for _, e := range dropped {
		switch {
		case e.Field == fieldNames[2] && strings.Trim(fields.Rights.Text, "KQkq") == "":
		case e.Field == fieldNames[3] && likeSquare(fields.EnPassant.Text):
			setup.EnPassant.Text = "-"
		default:
			return nil, nil, e
		}
	}
	for _, right := range parser.SetupOptions(setup).Rights {
		if !right.Possible {
			setup.Rights.Text = strings.ReplaceAll(setup.Rights.Text, string(right.Letter), "")
		}
	}
	p, err = g.Parse(setup.String())
	return p, dropped, err
}

// likeSquare reports whether a text could name a square, on this board or another.
func likeSquare(s string) bool {
	return s == "z" || len(s) >= 2 && s[0] >= 'a' && s[0] <= 'z' && strings.Trim(s[1:], "0123456789") == ""
}
