package usage

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/charmbracelet/x/ansi"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"golang.org/x/term"

	"github.com/wane-chess/wane/internal/cli/tui"
)

// The limits of the width of text, in columns.
const (
	minWidth = 30
	maxWidth = 100
)

// TerminalWidth returns the width of a stream's terminal, in columns: 80 if there is none.
func TerminalWidth(stream io.Writer) int {
	if file, ok := stream.(*os.File); ok {
		if width, _, err := term.GetSize(int(file.Fd())); err == nil && width > 0 {
			return width
		}
	}
	return 80
}

// Width returns the width for text on a stream, in columns: that of the terminal, within
// limits. Wider lines are hard to read.
func Width(stream io.Writer) int {
	return max(minWidth, min(TerminalWidth(stream), maxWidth))
}

// Help prints a command's help.
func Help(cmd *cobra.Command, _ []string) {
	out := cmd.OutOrStdout()
	_, _ = io.WriteString(out, HelpText(cmd, Width(out)))
}

// item is a line of a list in the help.
type item struct{ name, text string }

// HelpText formats a command's help for a width in columns.
func HelpText(cmd *cobra.Command, width int) string {
	var b strings.Builder
	about := cmd.Long
	if about == "" {
		about = cmd.Short
	}
	for _, line := range tui.Wrap(about, width-1) {
		b.WriteString(line + "\n")
	}
	use := cmd.UseLine()
	if cmd.HasAvailableSubCommands() {
		use = cmd.CommandPath() + " COMMAND"
	}
	section(&b, "USAGE", width, item{name: use})
	var examples, commands, flags []item
	if cmd.Example != "" {
		for line := range strings.SplitSeq(cmd.Example, "\n") {
			examples = append(examples, item{name: line})
		}
	}
	for _, sub := range cmd.Commands() {
		if sub.IsAvailableCommand() || sub.Name() == "help" {
			commands = append(commands, item{sub.Use, sub.Short})
		}
	}
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			flags = append(flags, flagItem(f))
		}
	})
	section(&b, "EXAMPLES", width, examples...)
	section(&b, "COMMANDS", width, commands...)
	section(&b, "FLAGS", width, flags...)
	return b.String()
}

// flagItem describes a flag, with its default unless that is nothing.
func flagItem(f *pflag.Flag) item {
	i := item{"    --" + f.Name, f.Usage}
	if f.Shorthand != "" {
		i.name = "-" + f.Shorthand + ", --" + f.Name
	}
	switch f.DefValue {
	case "", "false", "0", "0s", "[]":
	default:
		i.text += " (default " + strings.Trim(f.DefValue, "[]") + ")"
	}
	return i
}

// minText is the least room for texts beside names; with less, they stand below.
const minText = 30

// section writes a section with aligned texts, unless it is empty.
func section(b *strings.Builder, title string, width int, items ...item) {
	if len(items) == 0 {
		return
	}
	const indent = 2
	column := 0
	for _, i := range items {
		if i.text != "" {
			column = max(column, indent+ansi.StringWidth(i.name)+2)
		}
	}
	below := width-1-column < minText
	if below {
		column = indent + 6
	}
	_, _ = fmt.Fprintf(b, "\n%s\n", title)
	for _, i := range items {
		line := strings.Repeat(" ", indent) + i.name
		if i.text == "" {
			b.WriteString(line + "\n") // to be copied in one piece
			continue
		}
		if below {
			b.WriteString(line + "\n")
			line = ""
		}
		for _, text := range tui.Wrap(i.text, width-1-column) {
			b.WriteString(line + strings.Repeat(" ", column-ansi.StringWidth(line)) + text + "\n")
			line = ""
		}
	}
}
