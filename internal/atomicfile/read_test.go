package atomicfile

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestRead(t *testing.T) {
	name := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(name, []byte("12345"), 0o600); err != nil {
		t.Fatal(err)
	}
	if b, err := Read(name, 5); err != nil || string(b) != "12345" {
		t.Errorf("%q, %v", b, err)
	}
	if b, err := Read(name, 4); err == nil || !strings.Contains(err.Error(), "larger than 4 bytes") {
		t.Errorf("%q, %v", b, err)
	}
	if _, err := Read(name+"x", 4); !os.IsNotExist(err) {
		t.Error(err)
	}
}
