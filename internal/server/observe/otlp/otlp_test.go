package otlp

import (
	"strings"
	"testing"
)

func TestTraceAddress(t *testing.T) {
	for _, address := range []string{"localhost:4318", "grpc://localhost:4317", "http://", "%"} {
		if _, err := Trace(t.Context(), address, "wane", "one", "1"); err == nil ||
			!strings.Contains(err.Error(), "such as http://localhost:4318") {
			t.Errorf("%s: %v", address, err)
		}
	}
}
