package message

import (
	"errors"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Sprintf formats like fmt.Sprintf what messages contain, without package fmt and the
// reflection below it, which would be a fifth of what a page loads before its first move:
//
//	%s %v %w   strings, errors, values with a method String, integers and lists of integers
//	%q         the same, or a character, as Go writes them
//	%d         integers of predeclared types
//	%c         characters
//	%%         a percent sign
//
// A precision clips a text ("%.20q"), a width fills a number with zeros ("%02d"), and an
// index names the argument ("%[1]v"). TestArguments looks at the arguments of all calls.
func Sprintf(format string, args ...any) string {
	text, _ := sprintf(format, args)
	return text
}

// Errorf is to fmt.Errorf as Sprintf to fmt.Sprintf. It wraps the argument of the last %w.
func Errorf(format string, args ...any) error {
	text, inner := sprintf(format, args)
	if inner == nil {
		return errors.New(text)
	}
	return &wrapping{text, inner}
}

// wrapping is an error that wraps another.
type wrapping struct {
	text  string
	inner error
}

func (e *wrapping) Error() string { return e.text }
func (e *wrapping) Unwrap() error { return e.inner }

// sprintf formats and returns the argument of the last %w.
func sprintf(format string, args []any) (text string, inner error) {
	var out []byte
	next := 0 // argument
	for {
		before, rest, found := strings.Cut(format, "%")
		out = append(out, before...)
		if !found {
			return string(out), inner
		}
		width, rest := number(rest)
		precision := -1
		if strings.HasPrefix(rest, ".") {
			precision, rest = number(rest[1:])
		}
		if strings.HasPrefix(rest, "[") {
			next, rest = number(rest[1:])
			next, rest = next-1, rest[1:]
		}
		verb := rest[0]
		format = rest[1:]
		if verb == '%' {
			out = append(out, '%')
			continue
		}
		arg := args[next]
		next++
		if verb == 'w' {
			inner, _ = arg.(error)
		}
		out = appendArgument(out, verb, arg, width, precision)
	}
}

// number reads the number with which a format begins.
func number(format string) (n int, rest string) {
	for format[0] >= '0' && format[0] <= '9' {
		n, format = 10*n+int(format[0]-'0'), format[1:]
	}
	return n, format
}

// appendArgument appends an argument. A negative precision is none.
func appendArgument(out []byte, verb byte, arg any, width, precision int) []byte {
	n, isInteger := integer(arg)
	switch {
	case isInteger && verb == 'c':
		return utf8.AppendRune(out, rune(n))
	case isInteger && verb == 'q':
		return strconv.AppendQuoteRune(out, rune(n))
	case isInteger:
		digits := strconv.FormatInt(n, 10)
		for range width - len(digits) {
			out = append(out, '0')
		}
		return append(out, digits...)
	}
	text := textOf(arg)
	if precision >= 0 {
		text = first(text, precision)
	}
	if verb == 'q' {
		return strconv.AppendQuote(out, text)
	}
	return append(out, text...)
}

// integer returns the value of an integer of a predeclared type.
func integer(arg any) (n int64, ok bool) {
	switch v := arg.(type) {
	case int:
		return int64(v), true
	case uint8:
		return int64(v), true
	case int16:
		return int64(v), true
	case rune:
		return int64(v), true
	case uint32:
		return int64(v), true
	case int64:
		return v, true
	}
	return 0, false
}

// textOf returns the text of an argument that is no integer.
func textOf(arg any) string {
	switch v := arg.(type) {
	case string:
		return v
	case error:
		return v.Error()
	case interface{ String() string }:
		return v.String()
	case uint64:
		return strconv.FormatUint(v, 10)
	case []int:
		list := make([]string, len(v))
		for i, n := range v {
			list[i] = strconv.Itoa(n)
		}
		return "[" + strings.Join(list, " ") + "]"
	}
	return "<nil>"
}

// first returns the first characters of a text.
func first(text string, characters int) string {
	for i := range text {
		if characters == 0 {
			return text[:i]
		}
		characters--
	}
	return text
}
