package atomicfile

import (
	"fmt"
	"io"
	"os"
)

// Read returns the content of a file of at most this many bytes. A larger file, or a device
// without end, is an error.
func Read(name string, most int64) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }() // read-only
	data, err := io.ReadAll(io.LimitReader(f, most+1))
	if err == nil && int64(len(data)) > most {
		err = fmt.Errorf("%s is larger than %d bytes", name, most)
	}
	if err != nil {
		return nil, err
	}
	return data, nil
}
