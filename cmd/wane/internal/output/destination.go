package output

import (
	"io"

	"github.com/spf13/cobra"

	"github.com/wane-chess/wane/cmd/wane/internal/usage"
)

// Destination is the flags that say where a command writes its result.
type Destination struct {
	File  string // "-" is standard output
	force bool
}

// Add adds the flags. Their descriptions begin with prefix.
func (d *Destination) Add(cmd *cobra.Command, prefix string) {
	cmd.Flags().StringVarP(&d.File, "output", "o", "-", prefix+"write to this file; - for standard output")
	cmd.Flags().BoolVar(&d.force, "force", false, prefix+"replace the output file if it exists")
}

// Check reports, before long work, why the result could not be written.
func (d *Destination) Check(cmd *cobra.Command) error {
	if d.File == "" {
		return usage.Errorf(cmd, "--output is empty: expected a file, or - for standard output")
	}
	return CheckWritable(d.File, d.force)
}

// Write writes the whole result or, if write fails, nothing.
func (d *Destination) Write(cmd *cobra.Command, write func(io.Writer) error) error {
	return WriteAll(cmd.OutOrStdout(), d.force, To(d.File, write))
}
