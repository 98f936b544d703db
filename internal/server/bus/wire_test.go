package bus

import (
	"encoding/json"
	"reflect"
	"testing"
	"time"

	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/queue/queuetest"
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
	case reflect.Int, reflect.Int32, reflect.Int64:
		v.SetInt(12345678)
	case reflect.Uint8, reflect.Uint64:
		v.SetUint(1)
	default:
		panic("fill knows no " + v.Kind().String())
	}
}

// Encoding and decoding keep every field of a notice.
func TestEncoding(t *testing.T) {
	var n livegame.Notice
	fill(reflect.ValueOf(&n).Elem())
	data, err := json.Marshal(n)
	if err != nil {
		t.Fatal(err)
	}
	back, err := decode(data)
	if err != nil || !reflect.DeepEqual(n, back) {
		t.Errorf("%+v\nbecomes %+v\nby %s: %v", n, back, data, err)
	}
}

// The notice of a move is short.
func TestNoticeSize(t *testing.T) {
	data, err := json.Marshal(queuetest.Notice("abcdefghijkl", 12))
	if err != nil || len(data) > 120 {
		t.Errorf("%d bytes: %s, %v", len(data), data, err)
	}
}

// Decoding any bytes fails or returns a valid notice, which can be sent again.
func FuzzNotice(f *testing.F) {
	var n livegame.Notice
	fill(reflect.ValueOf(&n).Elem())
	data, err := json.Marshal(n)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Add([]byte("[[null"))
	f.Fuzz(func(t *testing.T, data []byte) {
		n, err := decode(data)
		if err != nil {
			return
		}
		again, err := json.Marshal(n)
		if err != nil {
			t.Fatal(err)
		}
		if back, err := decode(again); len(again) <= maxNotice && (err != nil || back.Game != n.Game) {
			t.Errorf("%q is read as %+v, which cannot be read: %v", data, n, err)
		}
	})
}
