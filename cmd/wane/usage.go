package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// usageError marks errors in how the program was called.
type usageError struct {
	error
	command string // to ask help of
}

func (e usageError) Unwrap() error { return e.error }

// badUsage makes an error about how a command was called.
func badUsage(cmd *cobra.Command, format string, args ...any) error {
	return usageError{fmt.Errorf(format, args...), cmd.CommandPath()}
}

// flagError makes a usage error of a flag that cannot be read, and says what
// would be right.
func flagError(cmd *cobra.Command, err error) error {
	var bad *pflag.InvalidValueError
	if !errors.As(err, &bad) {
		return usageError{err, cmd.CommandPath()}
	}
	expected := map[string]string{
		"bool":     "true or false",
		"int":      "a whole number",
		"uint64":   "a whole number from 0",
		"float64":  "a number",
		"duration": "a time such as 5s or 100ms",
	}[bad.GetFlag().Value.Type()]
	if errors.Is(err, strconv.ErrRange) {
		expected += ", and one nearer to 0"
	}
	return badUsage(cmd, "--%s %.40q: expected %s", bad.GetFlag().Name, bad.GetValue(), expected)
}

// takes makes a check of how many arguments a command is given. What they are
// stands in the error, such as "a FILE".
func takes(least, most int, what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		switch {
		case len(args) > most && most == 0:
			return badUsage(cmd, "%s takes no arguments, but there is %.40q", cmd.Name(), args[0])
		case len(args) > most:
			return badUsage(cmd, "%s takes %s, but there are %d arguments", cmd.Name(), what, len(args))
		case len(args) < least:
			return badUsage(cmd, "%s needs %s", cmd.Name(), what)
		}
		return nil
	}
}

// newHelp replaces cobra's help command, which takes any name for a good one.
func newHelp() *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "Explain a command",
		RunE: func(cmd *cobra.Command, args []string) error {
			about, rest, err := cmd.Root().Find(args)
			if err != nil || len(rest) > 0 {
				return badUsage(cmd.Root(), "unknown command %.40q", strings.Join(args, " "))
			}
			about.InitDefaultHelpFlag()
			return about.Help()
		},
	}
}
