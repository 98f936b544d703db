package queue

import (
	"encoding/json"
	"reflect"
	"testing"
	"time"

	"github.com/wane-chess/wane/internal/live/livegame"
	"github.com/wane-chess/wane/internal/live/queue/queuetest"
	"github.com/wane-chess/wane/internal/live/review"
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
	data, err := encode(queuetest.Notice("abcdefghijkl", 12), maxNotice)
	if err != nil || len(data) > 120 {
		t.Errorf("%d bytes: %s, %v", len(data), data, err)
	}
}

// Decoding any bytes fails or returns a valid message, which encodes again.
func FuzzRead(f *testing.F) {
	messages := []any{&livegame.Notice{}, &livegame.Job{}, &livegame.Answer{}, &review.Job{}, &review.Answer{}, &stale{}}
	for _, v := range messages {
		fill(reflect.ValueOf(v).Elem())
		data, err := json.Marshal(v)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Add([]byte("[[null"))
	f.Fuzz(func(t *testing.T, data []byte) {
		decodes[livegame.Notice](t, data, maxNotice)
		decodes[livegame.Job](t, data, maxMoveJob)
		decodes[livegame.Answer](t, data, maxMoveAnswer)
		decodes[review.Job](t, data, maxReviewJob)
		decodes[review.Answer](t, data, maxReviewAnswer)
		decodes[stale](t, data, maxStale)
	})
}

func decodes[M checked](t *testing.T, data []byte, limit int) {
	t.Helper()
	m, err := decode[M](data, limit)
	if err != nil {
		return
	}
	// What JSON escapes may grow beyond the limit.
	if _, err := encode(m, 6*limit); err != nil {
		t.Errorf("%q is read as %+v, which cannot be written: %v", data, m, err)
	}
}
