package proofs_test

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wane-chess/wane/research/proofs"
)

// A proof that the command makes passes its check.
func TestCommands(t *testing.T) {
	run := func(args ...string) string {
		t.Helper()
		var out bytes.Buffer
		cmd := proofs.Command()
		cmd.SetArgs(args)
		cmd.SetOut(&out)
		if err := cmd.ExecuteContext(t.Context()); err != nil {
			t.Fatalf("%v: %v", args, err)
		}
		return out.String()
	}
	for variant, fen := range map[string]string{"cheshire": "krn/ppp/PPP/KRN w Kk - 0 1",
		"shrink": "kbr/3/KBR w - - 0 1"} {
		name := filepath.Join(t.TempDir(), "x.proof.gz")
		made := run("make", fen, "-v", variant, "--output", name, "--hash", "8")
		if checked := run("check", name); checked != made || !strings.Contains(made, fen[:12]) {
			t.Errorf("%s: made %q, checked %q", variant, made, checked)
		}
	}
}
