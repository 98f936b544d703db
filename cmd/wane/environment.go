package main

import (
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// environmentName is the variable that stands for a flag where it is not given.
func environmentName(flag string) string {
	return "WANE_" + strings.ToUpper(strings.ReplaceAll(flag, "-", "_"))
}

// fromEnvironment sets the flags that were not given from the environment. An
// empty variable is as good as none. An error names the variable.
func fromEnvironment(cmd *cobra.Command) error {
	var err error
	cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
		name := environmentName(f.Name)
		value, found := os.LookupEnv(name)
		if err != nil || f.Changed || !found || value == "" || f.Name == "help" {
			return
		}
		if bad := cmd.Flags().Set(f.Name, value); bad != nil {
			err = badUsage(cmd, "%s=%.60q in the environment is wrong: %v", name, value, plainly(bad))
		}
	})
	return err
}

// plainly says what kind of value would be right.
func plainly(err error) string {
	text := err.Error()
	switch {
	case strings.Contains(text, "ParseBool"):
		return "expected true or false"
	case strings.Contains(text, "ParseInt"):
		return "expected a whole number"
	}
	return text
}
