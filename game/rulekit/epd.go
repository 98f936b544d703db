package rulekit

import (
	"strings"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/message"
)

// maxOpcode is the length of the longest opcode of EPD.
const maxOpcode = 15

// IgnoredOperations returns the opcodes of the operations of an EPD record that say nothing
// about the position, such as bm and id: all but hmvc and fmvn.
func IgnoredOperations(fen string) []string {
	if strings.IndexByte(fen, ';') < 0 {
		return nil
	}
	_, _, operations, _ := splitFields(fen)
	ignored, _ := new(Fields).operate(operations)
	return ignored
}

// operate reads the operations of an EPD record: an opcode, its operands and a
// semicolon each. hmvc sets the halfmove clock and fmvn the move number; the opcodes of
// the others are ignored.
func (f *Fields) operate(all Field) (ignored []string, err *game.FENError) {
	for at := skipSpaces(all.Text, 0); at < len(all.Text); at = skipSpaces(all.Text, at) {
		opcode, end, err := all.opcode(at)
		if err != nil {
			return ignored, err
		}
		var operand Field
		if operand, at, err = all.operands(opcode, end); err != nil {
			return ignored, err
		}
		switch opcode {
		case "hmvc":
			operand.Name = fieldNames[4]
			err = operand.count(&f.Halfmoves, 0)
		case "fmvn":
			operand.Name = fieldNames[5]
			err = operand.count(&f.Fullmove, 1)
		default:
			ignored = append(ignored, opcode)
		}
		if err != nil {
			return ignored, err
		}
	}
	return ignored, nil
}

// opcode reads the opcode at an offset and returns where it ends.
func (f Field) opcode(at int) (opcode string, end int, err *game.FENError) {
	end = at
	for end < len(f.Text) && !strings.ContainsRune(" ;", rune(f.Text[end])) {
		end++
	}
	opcode = f.Text[at:end]
	valid := opcode != "" && isLetter(opcode[0]) && len(opcode) <= maxOpcode
	for i := range len(opcode) {
		c := opcode[i]
		valid = valid && (isLetter(c) || c >= '0' && c <= '9' || c == '_')
	}
	if !valid {
		const want = `an opcode of EPD, as in id "a name";`
		return "", 0, f.Errorf(at, want, "unexpected text %q", message.Clip(f.Text[at:max(end, at+1)], 24))
	}
	return opcode, end, nil
}

// operands reads what stands between an opcode, which ends at an offset, and its
// semicolon. It returns where the next operation can begin.
func (f Field) operands(opcode string, from int) (text Field, next int, err *game.FENError) {
	from = skipSpaces(f.Text, from)
	for i := from; i < len(f.Text); i++ {
		switch f.Text[i] {
		case '"':
			quoted := strings.IndexByte(f.Text[i+1:], '"')
			if quoted < 0 {
				return text, 0, f.Errorf(i, `a " at its end`, "a text of the operation %s does not end", opcode)
			}
			i += 1 + quoted
		case ';':
			return Field{f.Name, strings.TrimRight(f.Text[from:i], " "), f.Column + from}, i + 1, nil
		}
	}
	return text, 0, f.Errorf(len(f.Text), "; behind it", "the operation %s does not end", opcode)
}

// skipSpaces returns the offset of the next byte that is no space.
func skipSpaces(s string, at int) int {
	for at < len(s) && s[at] == ' ' {
		at++
	}
	return at
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }
