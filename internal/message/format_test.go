package message

import (
	"errors"
	"fmt"
	"io/fs"
	"testing"
)

// color is a value with a method String.
type color int

func (c color) String() string { return "white" }

// TestSprintf formats as package fmt does.
func TestSprintf(t *testing.T) {
	long := "½ \"quoted\"\n\xff text that is clipped"
	for _, c := range []struct {
		format string
		args   []any
	}{
		{"", nil}, {"no verb", nil}, {"100%% of %s", []any{long}}, {"%q: %.12q %.3s %.0s|", []any{long, long, long, long}},
		{"%.40q", []any{"short"}}, {"%d %d %d %d %d", []any{-7, uint8(200), int64(-1 << 60), 'x', uint64(1 << 60)}},
		{"%d:%02d:%03d %02d", []any{1, 2, 3, 100}}, {"%c%c %q %q", []any{'½', byte('a'), 'k', byte('"')}},
		{"%v %s %v %v", []any{color(1), color(2), 7, byte(8)}}, {"%q %.2s", []any{color(1), color(1)}},
		{"%v, %[2]d and %[2]d, %[1]v", []any{[]int{1, -2}, 9999}}, {"%v %v", []any{[]int{}, "text"}},
		{"%v: %s", []any{fs.ErrNotExist, fs.ErrExist}}, {"%v", []any{nil}},
		{"%d %v", []any{uint64(1<<64 - 1), uint64(1 << 63)}},
	} {
		if got, want := Sprintf(c.format, c.args...), fmt.Sprintf(c.format, c.args...); got != want {
			t.Errorf("%q is %q, want %q", c.format, got, want)
		}
	}
}

func TestErrorf(t *testing.T) {
	inner := &fs.PathError{Op: "open", Path: "x", Err: fs.ErrNotExist}
	for _, err := range []error{Errorf("line %d: %w", 7, inner), fmt.Errorf("line %d: %w", 7, inner)} {
		if found, ok := errors.AsType[*fs.PathError](err); !ok || found != inner || !errors.Is(err, fs.ErrNotExist) ||
			err.Error() != "line 7: open x: file does not exist" {
			t.Errorf("%#v", err)
		}
	}
	if err := Errorf("line %d", 7); err.Error() != "line 7" || errors.Unwrap(err) != nil {
		t.Errorf("%#v", err)
	}
}
