package pagejson_test

import (
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/wane-chess/wane/internal/page/boardview"
	"github.com/wane-chess/wane/internal/page/editor"
	"github.com/wane-chess/wane/internal/page/engineworker"
	"github.com/wane-chess/wane/internal/page/lessons"
	"github.com/wane-chess/wane/internal/page/pagejson"
	"github.com/wane-chess/wane/internal/page/study"
)

// written are the types of what the programs answer, read those of what they take.
var (
	written = []pagejson.Object{
		&boardview.BoardView{}, &boardview.Choices{}, &boardview.Preview{}, &boardview.Timeout{}, &lessons.Verdict{},
		&editor.Draft{}, &study.Reading{}, &engineworker.Answer{},
	}
	read = []pagejson.Object{
		&lessons.LessonStep{}, &editor.DraftState{}, &editor.DraftEdit{}, &study.Game{}, &engineworker.Command{},
	}
)

// TestAgreesWithEncodingJSON writes random values as encoding/json does, and reads what it writes.
func TestAgreesWithEncodingJSON(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		for _, o := range written {
			fill(r, reflect.ValueOf(o).Elem(), 0)
			want, err := json.Marshal(map[string]any{"ok": o})
			if err != nil {
				t.Fatal(err)
			}
			if got := pagejson.Marshal(func(c *pagejson.Coder) { c.Object("ok", o) }); got != string(want) {
				t.Fatalf("%T is written as\n%s, want\n%s", o, got, want)
			}
		}
		for _, o := range read {
			fill(r, reflect.ValueOf(o).Elem(), 0)
			text, err := json.Marshal(o)
			if err != nil {
				t.Fatal(err)
			}
			got, _ := reflect.New(reflect.TypeOf(o).Elem()).Interface().(pagejson.Object)
			want := reflect.New(reflect.TypeOf(o).Elem()).Interface()
			if err := json.Unmarshal(text, want); err != nil {
				t.Fatal(err)
			}
			if err := pagejson.Unmarshal(string(text), got); err != nil {
				t.Fatalf("%s: %v", text, err)
			}
			if !reflect.DeepEqual(got, want) {
				t.Fatalf("%s is read as\n%+v, want\n%+v", text, got, want)
			}
		}
	}
}

// strange has the characters of random texts.
var strange = []rune("abc\"\\/\b\f\n\r\t\x00\x1f\x7f<>&½€\u2028\u2029\ufffd𝄞")

// fill sets a value and all that it has to random values, of which many are empty.
func fill(r *rand.Rand, v reflect.Value, depth int) {
	v.SetZero()
	if v.Kind() != reflect.Struct && (depth > 6 || r.IntN(4) == 0) {
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				fill(r, v.Field(i), depth+1)
			}
		}
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(r, v.Elem(), depth+1)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), r.IntN(3), 3))
		for i := range v.Len() {
			fill(r, v.Index(i), depth+1)
		}
	case reflect.Array:
		for i := range v.Len() {
			fill(r, v.Index(i), depth+1)
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		fill(r, key, depth+1)
		fill(r, value, depth+1)
		v.SetMapIndex(key, value)
	case reflect.String:
		text := make([]rune, r.IntN(4))
		for i := range text {
			text[i] = strange[r.IntN(len(strange))]
		}
		v.SetString(string(text))
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int:
		v.SetInt(r.Int64() >> r.IntN(64) * int64(1-2*r.IntN(2)))
	case reflect.Float64:
		v.SetFloat(float64(r.IntN(200_001)-100_000) / 10_000)
	default:
		panic("a field of the kind " + v.Kind().String())
	}
}

// TestUnmarshal reads what the page never sends.
func TestUnmarshal(t *testing.T) {
	for _, c := range []struct{ text, want, problem string }{
		{` { "t" : "go" , "x" : [ { "y" : -1.5e3 } , null , true ] , "id" : 7 } `, "go 7", ""},
		{`{"id":null,"moves":null}`, " 0", ""},
		{`{"t":"\u00e9\ud834\udd1e\ud834\/"}`, "é𝄞\ufffd/ 0", ""},
		{`{}`, " 0", ""},
		{``, "", `expected '{' at byte 1`},
		{`[]`, "", `expected '{' at byte 1`},
		{`{"t":7}`, "", `expected '"' at byte 6`},
		{`{"id":"7"}`, "", `expected a value at byte 7`},
		{`{"id":1.5}`, "", `expected a whole number at byte 7`},
		{`{"id":01}`, "", `expected a value at byte 7`},
		{`{"t":"go"`, "", `expected '}' at byte 10`},
		{`{"t":"go`, "", `expected the end of a string at byte 9`},
		{"{\"t\":\"\n\"}", "", `expected no control character at byte 7`},
		{`{"t":"\x"}`, "", `expected an escape at byte 9`},
		{`{"t":"\u12"}`, "", `expected four hexadecimal digits at byte 9`},
		{`{"newgame":yes}`, "", `expected true or false at byte 12`},
		{`{"t":"go"} {}`, "", `expected nothing after the value at byte 12`},
		{`{"t":"go",}`, "", `expected '"' at byte 11`},
		{`{"x":` + strings.Repeat("[", 20_000), "", `the values are nested too deeply at byte 10005`},
	} {
		var got engineworker.Command
		err := pagejson.Unmarshal(c.text, &got)
		if c.problem != "" {
			if err == nil || err.Error() != c.problem {
				t.Errorf("%.40s: %v, want %s", c.text, err, c.problem)
			}
			continue
		}
		if text, _ := json.Marshal(got.ID); err != nil || got.T+" "+string(text) != c.want {
			t.Errorf("%s: %+v, %v", c.text, got, err)
		}
	}
}
