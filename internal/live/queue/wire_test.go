package queue

import (
	"reflect"
	"testing"
	"time"

	"github.com/wane-chess/wane/internal/live/livegame"
)

// fill sets every field of a value to a value other than zero.
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

// Encoding and decoding keep every field of a message.
func TestEncoding(t *testing.T) {
	roundTrip[livegame.Notice](t)
	roundTrip[livegame.Job](t)
	roundTrip[livegame.Answer](t)
}

func roundTrip[M checked](t *testing.T) {
	t.Helper()
	var v M
	fill(reflect.ValueOf(&v).Elem())
	data, err := encode(v, maxNotice)
	if err != nil {
		t.Fatal(err)
	}
	back, err := decode[M](data, maxNotice)
	if err != nil || !reflect.DeepEqual(v, back) {
		t.Errorf("%+v\nbecomes %+v\nby %s: %v", v, back, data, err)
	}
}

// The notice of a move is short.
func TestNoticeSize(t *testing.T) {
	data, err := encode(notice("abcdefghijkl", 12), maxNotice)
	if err != nil || len(data) > 120 {
		t.Errorf("%d bytes: %s, %v", len(data), data, err)
	}
}

// Decoding any bytes fails or returns a valid message.
func FuzzRead(f *testing.F) {
	n, _ := encode(notice("abcdefghijkl", 12), maxNotice)
	j, _ := encode(job(1), maxMoveJob)
	a, _ := encode(livegame.Answer{Job: "x", Game: "y", Move: "z"}, maxMoveAnswer)
	for _, seed := range [][]byte{n, j, a, nil, []byte("{}")} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if n, err := decode[livegame.Notice](data, maxNotice); err == nil && n.Check() != nil {
			t.Error(n)
		}
		if j, err := decode[livegame.Job](data, maxMoveJob); err == nil && j.Check() != nil {
			t.Error(j)
		}
		if a, err := decode[livegame.Answer](data, maxMoveAnswer); err == nil && a.Check() != nil {
			t.Error(a)
		}
	})
}
