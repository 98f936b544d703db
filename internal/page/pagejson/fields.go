package pagejson

import "strconv"

// String is a field with a text.
func (c *Coder) String(name string, v *string) {
	if c.field(name, *v == "") {
		c.text(v)
	}
}

func (c *Coder) text(v *string) {
	if c.reader != nil {
		*v = c.reader.str()
		return
	}
	c.out = appendString(c.out, *v)
}

// Int is a field with an integer.
func (c *Coder) Int(name string, v *int) {
	if c.field(name, *v == 0) {
		c.integer(v)
	}
}

func (c *Coder) integer(v *int) {
	if c.reader != nil {
		*v = c.reader.integer()
		return
	}
	c.out = strconv.AppendInt(c.out, int64(*v), 10)
}

// IntPointer is a field with an integer that may be missing.
func (c *Coder) IntPointer(name string, v **int) {
	if c.field(name, *v == nil) {
		if c.reader != nil {
			*v = new(int)
		}
		c.integer(*v)
	}
}

// Bool is a field that is true or false.
func (c *Coder) Bool(name string, v *bool) {
	if !c.field(name, !*v) {
		return
	}
	if c.reader != nil {
		*v = c.reader.boolean()
		return
	}
	c.out = strconv.AppendBool(c.out, *v)
}

// Object is a field with an object.
func (c *Coder) Object(name string, o Object) {
	if c.field(name, false) {
		c.object(o)
	}
}

// Pointer is a field with an object that may be missing.
func Pointer[T any, P interface {
	*T
	Object
}](c *Coder, name string, v **T) {
	if c.field(name, *v == nil) {
		if c.reader != nil {
			*v = new(T)
		}
		c.object(P(*v))
	}
}

// List is a field with a list of objects.
func List[T any, P interface {
	*T
	Object
}](c *Coder, name string, list *[]T) {
	if c.field(name, len(*list) == 0) {
		c.elements(grow(c, list), func(i int) { c.object(P(at(c, list, i))) })
	}
}

// Strings is a field with a list of texts.
func (c *Coder) Strings(name string, list *[]string) {
	if c.field(name, len(*list) == 0) {
		c.elements(grow(c, list), func(i int) { c.text(at(c, list, i)) })
	}
}

// Ints is a field with a list of integers.
func (c *Coder) Ints(name string, list *[]int) {
	if c.field(name, len(*list) == 0) {
		c.elements(grow(c, list), func(i int) { c.integer(at(c, list, i)) })
	}
}

// grow empties a list that is read, and returns the length of one that is written; −1 if
// it is nil.
func grow[T any](c *Coder, list *[]T) int {
	if c.reader != nil {
		*list = []T{}
	}
	if *list == nil {
		return -1
	}
	return len(*list)
}

// at returns an element, which is new if the list is read.
func at[T any](c *Coder, list *[]T, i int) *T {
	if c.reader != nil {
		var zero T
		*list = append(*list, zero)
	}
	return &(*list)[i]
}

// Lists is a field with lists of numbers. It is only written.
func (c *Coder) Lists(name string, lists [][]float64) {
	if c.reader == nil && c.field(name, len(lists) == 0) {
		c.elements(grow(c, &lists), func(i int) { c.floats(lists[i]) })
	}
}

// Floats is a field with a list of numbers. It is only written.
func (c *Coder) Floats(name string, list []float64) {
	if c.reader == nil && c.field(name, len(list) == 0) {
		c.floats(list)
	}
}

func (c *Coder) floats(list []float64) {
	c.elements(grow(c, &list), func(i int) { c.float(list[i]) })
}

// Float is a field with a number of at least a millionth and less than 10²¹, or 0. It is
// only written.
func (c *Coder) Float(name string, v float64) {
	if c.reader == nil && c.field(name, v == 0) {
		c.float(v)
	}
}

func (c *Coder) float(v float64) { c.out = strconv.AppendFloat(c.out, v, 'f', -1, 64) }

// Pairs is a field with a list of pairs of integers. It is only written.
func (c *Coder) Pairs(name string, list [][2]int) {
	if c.reader == nil && c.field(name, len(list) == 0) {
		c.elements(grow(c, &list), func(i int) {
			pair := list[i][:]
			c.elements(2, func(i int) { c.integer(&pair[i]) })
		})
	}
}

// StringMap is a field with texts by texts. It is only read.
func (c *Coder) StringMap(name string, m *map[string]string) {
	if c.reader != nil && c.field(name, false) {
		*m = map[string]string{}
		c.reader.object(func(key string) { (*m)[key] = c.reader.str() })
	}
}
