package tablebase

import (
	"bytes"
)

// bytesOf writes tables into memory as WriteFile writes them to disk.
func bytesOf(tables ...*Solved) ([]byte, error) {
	var sections []section
	for _, t := range tables {
		s, err := sectionOf(t.table)
		if err != nil {
			return nil, err
		}
		sections = append(sections, s)
	}
	var out bytes.Buffer
	err := assemble(&out, sections)
	return out.Bytes(), err
}
