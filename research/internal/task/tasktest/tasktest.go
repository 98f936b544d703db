// Package tasktest runs commands in tests.
package tasktest

import (
	"bytes"
	"testing"

	"github.com/spf13/cobra"
)

// Run runs a command and returns what it wrote to standard output.
func Run(t *testing.T, cmd *cobra.Command, args ...string) (string, error) {
	t.Helper()
	var out, errs bytes.Buffer
	cmd.SetArgs(args)
	cmd.SetOut(&out)
	cmd.SetErr(&errs)
	cmd.SilenceErrors, cmd.SilenceUsage = true, true
	err := cmd.ExecuteContext(t.Context())
	return out.String(), err
}
