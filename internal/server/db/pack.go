package db

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
)

// Compress returns a content as columns of bytes keep it.
func Compress(content []byte) ([]byte, error) {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write(content); err != nil {
		return nil, err
	}
	err := z.Close()
	return b.Bytes(), err
}

// Decompress returns the content that was compressed, or an error if it is damaged or has more than most bytes.
func Decompress(packed []byte, most int64) ([]byte, error) {
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	content, err := io.ReadAll(io.LimitReader(z, most+1))
	if err == nil && int64(len(content)) > most {
		err = fmt.Errorf("more than %d bytes", most)
	}
	return content, errors.Join(err, z.Close())
}
