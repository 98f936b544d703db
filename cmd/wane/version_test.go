package main

import (
	"runtime/debug"
	"testing"
)

func TestVersion(t *testing.T) {
	const revision = "0123456789abcdef0123456789abcdef01234567"
	for _, c := range []struct{ module, revision, modified, want string }{
		{"v1.2.3", "", "", "v1.2.3"}, // go install …@v1.2.3
		{"v0.0.0-20260102030405-0123456789ab", "", "", "v0.0.0-20260102030405-0123456789ab"},      // go install …@main
		{"v1.2.3", revision, "false", "v1.2.3"},                                                   // a tagged tree
		{"v1.2.3+dirty", revision, "true", "v1.2.3 (modified)"},                                   //
		{"v0.0.0-20260102030405-0123456789ab", revision, "false", "0123456789ab"},                 // a tree
		{"v0.0.0-20260102030405-0123456789ab+dirty", revision, "true", "0123456789ab (modified)"}, //
		{"(devel)", revision, "true", "0123456789ab (modified)"},
		{"(devel)", "", "", "development"}, // go build -buildvcs=false
		{"", "", "", "development"},
	} {
		info := &debug.BuildInfo{Main: debug.Module{Version: c.module}}
		for key, value := range map[string]string{"vcs.revision": c.revision, "vcs.modified": c.modified} {
			if value != "" {
				info.Settings = append(info.Settings, debug.BuildSetting{Key: key, Value: value})
			}
		}
		if got := versionOf(info); got != c.want {
			t.Errorf("%+v: version %q, want %q", c, got, c.want)
		}
	}
	if got := versionOf(nil); got != "development" {
		t.Errorf("without build info: %q", got)
	}
}

// The linker's version has precedence.
func TestVersionOfLinker(t *testing.T) {
	defer func(was string) { version = was }(version)
	version = "v9.9.9"
	if got := programVersion(); got != version {
		t.Errorf("version %q, want %q", got, version)
	}
}
