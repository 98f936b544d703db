package main

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/pflag"
	"go.yaml.in/yaml/v3"

	"github.com/wane-chess/wane/cmd/wane/internal/usage"
)

// The files in deploy call wane with flags and variables that exist.
func TestDeploy(t *testing.T) {
	variables := map[string]bool{}
	for _, name := range []string{"serve", "worker"} {
		cmd, _, err := newRoot().Find([]string{name})
		if err != nil {
			t.Fatal(err)
		}
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) { variables[usage.EnvName(f.Name)] = true })
	}
	variable := regexp.MustCompile(`\bWANE_[A-Z_]+`)
	started := regexp.MustCompile(`(?m)^ExecStart=\S+/wane (.*)$`)
	calls, named := map[string]int{}, 0
	call := func(t *testing.T, args []string) {
		calls[args[0]]++
		checkCall(t, args)
	}
	err := filepath.WalkDir("../../deploy", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		t.Run(filepath.Base(path), func(t *testing.T) {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			for _, name := range variable.FindAllString(string(text), -1) {
				if named++; !variables[name] {
					t.Errorf("no flag of a server or worker has the variable %s", name)
				}
			}
			for _, found := range started.FindAllSubmatch(text, -1) {
				call(t, strings.Fields(string(found[1])))
			}
			if filepath.Ext(path) != ".yaml" {
				return
			}
			for files := yaml.NewDecoder(bytes.NewReader(text)); ; {
				var content any
				if err := files.Decode(&content); errors.Is(err, io.EOF) {
					return
				} else if err != nil {
					t.Fatal(err)
				}
				forCalls(content, func(args []string) { call(t, args) })
			}
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if calls["serve"] < 5 || calls["worker"] < 4 || named < 10 {
		t.Errorf("the files have the calls %v and %d variables", calls, named)
	}
}

// forCalls finds the calls of wane in Compose and Kubernetes files: lists of arguments that
// begin with its command.
func forCalls(content any, do func(args []string)) {
	switch c := content.(type) {
	case map[string]any:
		for _, v := range c {
			forCalls(v, do)
		}
	case []any:
		var args []string
		for _, v := range c {
			forCalls(v, do)
			if s, ok := v.(string); ok {
				args = append(args, s)
			}
		}
		if len(args) == len(c) && len(args) > 0 && (args[0] == "serve" || args[0] == "worker") {
			do(args)
		}
	}
}
