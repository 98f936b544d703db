package queue

import (
	"reflect"
	"testing"
	"time"

	"github.com/wane-chess/wane/internal/live/livegame"
)

// fill sets every field of a value to something that is not zero.
func fill(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem())
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[time.Time]() {
			v.Set(reflect.ValueOf(time.UnixMilli(1e12 + 7).UTC()))
			return
		}
		for i := range v.NumField() {
			fill(v.Field(i))
		}
	case reflect.Array:
		for i := range v.Len() {
			fill(v.Index(i))
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		fill(v.Index(0))
		fill(v.Index(1))
	case reflect.String:
		v.SetString("some-text")
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int64:
		v.SetInt(12345678)
	case reflect.Uint8:
		v.SetUint(1)
	default:
		panic("fill knows no " + v.Kind().String())
	}
}

// Nothing that stands in a message is lost on the wire.
func TestWire(t *testing.T) {
	roundTrip(t, encodeNotice, decodeNotice)
	roundTrip(t, encodeMoveJob, decodeMoveJob)
	roundTrip(t, encodeMoveAnswer, decodeMoveAnswer)
}

func roundTrip[T any](t *testing.T, pack func(T) ([]byte, error), read func([]byte) (T, error)) {
	t.Helper()
	var v T
	fill(reflect.ValueOf(&v).Elem())
	data, err := pack(v)
	if err != nil {
		t.Fatal(err)
	}
	back, err := read(data)
	if err != nil || !reflect.DeepEqual(v, back) {
		t.Errorf("%+v\nbecomes %+v\nby %s: %v", v, back, data, err)
	}
}

// A plain move is a short message.
func TestShort(t *testing.T) {
	data, err := encodeNotice(notice("abcdefghijkl", 12))
	if err != nil || len(data) > 120 {
		t.Errorf("%d bytes: %s, %v", len(data), data, err)
	}
}

// Whatever comes is refused or makes sense.
func FuzzRead(f *testing.F) {
	n, _ := encodeNotice(notice("abcdefghijkl", 12))
	j, _ := encodeMoveJob(job(1))
	a, _ := encodeMoveAnswer(livegame.Answer{Job: "x", Game: "y", Move: "z"})
	for _, seed := range [][]byte{n, j, a, nil, []byte("{}")} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if n, err := decodeNotice(data); err == nil && n.Check() != nil {
			t.Error(n)
		}
		if j, err := decodeMoveJob(data); err == nil && j.Check() != nil {
			t.Error(j)
		}
		if a, err := decodeMoveAnswer(data); err == nil && a.Check() != nil {
			t.Error(a)
		}
	})
}
