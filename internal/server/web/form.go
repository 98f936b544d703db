package web

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/url"
	"reflect"
	"strconv"
	"strings"
)

// readForm sets a struct to the members of a form or of a JSON object, for clients send either, and some without the
// right type. Its fields, with JSON names, are texts, numbers, booleans, or pointers to them, which stay nil if the
// body lacks them. Other members of a body are ignored.
func readForm(to reflect.Value, body []byte) error {
	members, err := readMembers(body)
	if err != nil {
		return err
	}
	return fill(to, members)
}

// readMembers reads the members of a form or of a JSON object as text. A member of an object in
// the object has a name such as clock.limit.
func readMembers(body []byte) (map[string]string, error) {
	members := map[string]string{}
	if body = bytes.TrimSpace(body); len(body) > 0 && body[0] == '{' {
		d := json.NewDecoder(bytes.NewReader(body))
		d.UseNumber()
		var object map[string]any
		if err := d.Decode(&object); err != nil {
			return nil, fmt.Errorf("the body is not valid JSON: %w", err)
		}
		flatten("", object, members)
		return members, nil
	}
	values, err := url.ParseQuery(string(body))
	if err != nil {
		return nil, fmt.Errorf("the body is neither JSON nor a form: %w", err)
	}
	for name := range values {
		members[name] = values.Get(name)
	}
	return members, nil
}

func flatten(prefix string, object map[string]any, to map[string]string) {
	for name, value := range object {
		switch value := value.(type) {
		case nil:
		case map[string]any:
			flatten(prefix+name+".", value, to)
		default:
			to[prefix+name] = fmt.Sprint(value)
		}
	}
}

// fill sets the fields of a struct.
func fill(to reflect.Value, members map[string]string) error {
	for i := range to.NumField() {
		name, _, _ := strings.Cut(to.Type().Field(i).Tag.Get("json"), ",")
		field := to.Field(i)
		text, found := members[name]
		if !found || text == "" {
			continue
		}
		if field.Kind() == reflect.Pointer {
			field.Set(reflect.New(field.Type().Elem()))
			field = field.Elem()
		}
		var err error
		expected := ""
		switch field.Kind() {
		case reflect.String:
			field.SetString(text)
		case reflect.Bool:
			var b bool
			b, err = strconv.ParseBool(text)
			field.SetBool(b)
			expected = "true or false"
		case reflect.Int:
			var n float64 // some clients send 5.0
			if n, err = strconv.ParseFloat(text, 64); err == nil && (n != float64(int(n)) || n < 0 || n > 1e9) {
				err = strconv.ErrRange
			}
			field.SetInt(int64(n))
			expected = "a whole number"
		case reflect.Float64:
			var n float64
			if n, err = strconv.ParseFloat(text, 64); err == nil && !(n >= 0 && n <= 1e9) {
				err = strconv.ErrRange
			}
			field.SetFloat(n)
			expected = "a number"
		default:
			panic("a form has a field of the type " + field.Type().String())
		}
		if err != nil {
			return fmt.Errorf("%s is %.40q, expected %s", name, text, expected)
		}
	}
	return nil
}
