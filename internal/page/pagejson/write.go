package pagejson

import "unicode/utf8"

const hex = "0123456789abcdef"

// short has the letters of the escapes that have one.
var short = [utf8.RuneSelf]byte{'"': '"', '\\': '\\', '\b': 'b', '\f': 'f', '\n': 'n', '\r': 'r', '\t': 't'}

// appendString appends a string as encoding/json writes it: safe within HTML, with the
// replacement character for bytes that are not UTF-8.
func appendString(out []byte, s string) []byte {
	out = append(out, '"')
	begin := 0 // of what is copied as it is
	for i := 0; i < len(s); {
		if c := s[i]; c < utf8.RuneSelf {
			if c >= ' ' && c != '"' && c != '\\' && c != '<' && c != '>' && c != '&' {
				i++
				continue
			}
			out = append(out, s[begin:i]...)
			if e := short[c]; e != 0 {
				out = append(out, '\\', e)
			} else {
				out = append(out, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
			}
			i++
			begin = i
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && n == 1 || r == '\u2028' || r == '\u2029' {
			out = append(out, s[begin:i]...)
			out = append(out, '\\', 'u', hex[r>>12], hex[r>>8&15], hex[r>>4&15], hex[r&15])
			begin = i + n
		}
		i += n
	}
	out = append(out, s[begin:]...)
	return append(out, '"')
}
