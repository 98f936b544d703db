// Package usage has the errors about how a command was called, the checks of
// arguments, and flags from the environment.
package usage

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Error is an error in how a command was called. The program then exits with 2.
type Error struct {
	error
	Command string // the command whose help explains the right call
}

// Unwrap returns the error without the command.
func (e Error) Unwrap() error { return e.error }

// Errorf formats an error about how a command was called.
func Errorf(cmd *cobra.Command, format string, args ...any) error {
	return Error{fmt.Errorf(format, args...), cmd.CommandPath()}
}

// FailAfter makes a command fail once it has done its work.
func FailAfter(cmd *cobra.Command, err error) {
	cmd.PostRunE = func(*cobra.Command, []string) error { return err }
}

// NotEmpty checks that a flag, if it is given, has a value. The error says what is
// expected.
func NotEmpty(cmd *cobra.Command, flag, value, expected string) error {
	if value == "" && cmd.Flags().Changed(flag) {
		return Errorf(cmd, "--%s is empty: expected %s", flag, expected)
	}
	return nil
}

// InRange checks that a flag's number is between least and most.
func InRange(cmd *cobra.Command, flag string, n, least, most int) error {
	if n < least || n > most {
		return Errorf(cmd, "--%s %d is out of range (%d–%d)", flag, n, least, most)
	}
	return nil
}

// FlagError turns cobra's error about a flag into a usage error that says which
// values are valid.
func FlagError(cmd *cobra.Command, err error) error {
	bad, ok := errors.AsType[*pflag.InvalidValueError](err)
	if !ok {
		return Error{err, cmd.CommandPath()}
	}
	return Errorf(cmd, "--%s %.40q: %s", bad.GetFlag().Name, bad.GetValue(), expected(bad))
}

// expected says which values of a flag are valid.
func expected(bad *pflag.InvalidValueError) string {
	of := bad.GetFlag().Value.Type()
	what, ok := map[string]string{
		"bool":     "true or false",
		"int":      "an integer",
		"uint64":   "a non-negative integer",
		"float64":  "a number",
		"duration": "a duration such as 5s or 100ms",
		"period":   periodExpected,
	}[of]
	if !ok {
		return bad.Unwrap().Error()
	}
	var err error // pflag's does not say whether the value is out of range
	switch of {
	case "int":
		_, err = strconv.ParseInt(bad.GetValue(), 0, 64)
	case "uint64":
		_, err = strconv.ParseUint(bad.GetValue(), 0, 64)
	case "float64":
		_, err = strconv.ParseFloat(bad.GetValue(), 64)
	}
	if errors.Is(err, strconv.ErrRange) {
		what += " within 64 bits"
	}
	return "expected " + what
}

// Args checks the number of arguments. The errors name them as what, such as
// "one FILE".
func Args(least, most int, what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		switch {
		case len(args) > most && most == 0:
			return Errorf(cmd, "%s takes no arguments, got %.40q", cmd.Name(), args[0])
		case len(args) > most:
			return Errorf(cmd, "%s takes %s, got %d arguments", cmd.Name(), what, len(args))
		case len(args) < least:
			return Errorf(cmd, "%s needs %s", cmd.Name(), what)
		}
		return nil
	}
}

// Group adds subcommands to a command that does nothing by itself: it prints its help, and
// rejects the names of other commands.
func Group(cmd *cobra.Command, subs ...*cobra.Command) *cobra.Command {
	names := make([]string, len(subs))
	for i, sub := range subs {
		names[i] = sub.Name()
	}
	last := len(names) - 1
	expected := names[last]
	if last > 0 {
		expected = strings.Join(names[:last], ", ") + " or " + expected
	}
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		if len(args) > 0 {
			return Errorf(cmd, "unknown command %.40q: expected %s", args[0], expected)
		}
		return nil
	}
	cmd.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
	cmd.AddCommand(subs...)
	return cmd
}

// EnvName returns the environment variable that stands for a flag.
func EnvName(flag string) string {
	return "WANE_" + strings.ToUpper(strings.ReplaceAll(flag, "-", "_"))
}

// FromEnv sets the flags that were not given from the environment: those named, or all. An
// empty variable counts as unset. An error names the variable.
func FromEnv(cmd *cobra.Command, names ...string) error {
	var err error
	cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
		name := EnvName(f.Name)
		value := os.Getenv(name)
		if err != nil || f.Changed || value == "" || f.Name == "help" || len(names) > 0 && !slices.Contains(names, f.Name) {
			return
		}
		invalid := cmd.Flags().Set(f.Name, value)
		if bad, ok := errors.AsType[*pflag.InvalidValueError](invalid); ok {
			err = Errorf(cmd, "environment variable %s=%.60q: %s", name, value, expected(bad))
		} else if invalid != nil {
			err = Errorf(cmd, "environment variable %s=%.60q: %v", name, value, invalid)
		}
	})
	return err
}
