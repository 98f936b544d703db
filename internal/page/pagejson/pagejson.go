// Package pagejson writes and reads the JSON of the page's WebAssembly programs as
// encoding/json does, without that package and the reflection below it.
//
// An Object names its fields once, for both directions:
//
//	func (t *Tag) JSON(c *pagejson.Coder) {
//		c.String("name", &t.Name)
//		c.String("value?", &t.Value)
//	}
//
// A name that ends in a question mark is omitted if its value is empty. Readers skip
// fields that are not named.
package pagejson

// Object is a struct with a method that names its fields, in their order.
type Object interface{ JSON(c *Coder) }

// Coder writes the fields of objects, or reads them.
type Coder struct {
	out    []byte
	reader *reader // nil: the fields are written
	key    string  // of the field to read
	taken  bool    // the field has been read
}

// Marshal returns an object of the fields that a function names.
func Marshal(fields func(c *Coder)) string {
	c := &Coder{out: []byte{'{'}}
	fields(c)
	return string(append(c.out, '}'))
}

// Unmarshal reads an object. The error says what is wrong with the text, and where.
func Unmarshal(text string, o Object) error {
	c := &Coder{reader: &reader{text: text}}
	c.object(o)
	if c.reader.blank(); c.reader.err == nil && c.reader.at < len(text) {
		c.reader.fail("expected nothing after the value")
	}
	return c.reader.err
}

// field begins a field, and reports whether its value is to be written or read now.
func (c *Coder) field(name string, empty bool) bool {
	optional := name[len(name)-1] == '?'
	if optional {
		name = name[:len(name)-1]
	}
	if c.reader != nil {
		if c.taken || name != c.key {
			return false
		}
		c.taken = true
		return !c.reader.null()
	}
	if optional && empty {
		return false
	}
	c.comma('{')
	c.out = append(c.out, '"')
	c.out = append(c.out, name...)
	c.out = append(c.out, '"', ':')
	return true
}

// comma separates a field or an element from the one before it.
func (c *Coder) comma(open byte) {
	if c.out[len(c.out)-1] != open {
		c.out = append(c.out, ',')
	}
}

// object writes or reads an object.
func (c *Coder) object(o Object) {
	if c.reader == nil {
		c.out = append(c.out, '{')
		o.JSON(c)
		c.out = append(c.out, '}')
		return
	}
	key := c.key
	c.reader.object(func(name string) {
		c.key, c.taken = name, false
		o.JSON(c)
		if !c.taken {
			c.reader.skip()
		}
	})
	c.key, c.taken = key, true
}

// elements writes the elements of a list, whose length is negative if it is nil, or reads
// them.
func (c *Coder) elements(n int, element func(i int)) {
	if c.reader != nil {
		i := 0
		c.reader.list(func() { element(i); i++ })
		return
	}
	if n < 0 {
		c.out = append(c.out, "null"...)
		return
	}
	c.out = append(c.out, '[')
	for i := range n {
		if i > 0 {
			c.out = append(c.out, ',')
		}
		element(i)
	}
	c.out = append(c.out, ']')
}
