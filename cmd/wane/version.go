package main

import (
	"runtime/debug"
	"strings"
)

// version is what the linker sets with -ldflags '-X main.version=…'.
var version string

// programVersion returns the linker's version, or else that of the build.
func programVersion() string {
	if version != "" {
		return version
	}
	info, _ := debug.ReadBuildInfo()
	return versionOf(info)
}

// revisionLength is the length of a shortened revision, as in pseudo-versions.
const revisionLength = 12

// versionOf returns the version of a build: that of the module for 'go install' and for
// a tagged source tree, or else the revision of the tree. A tree with other changes is
// marked as modified. Without either, it is "development".
func versionOf(info *debug.BuildInfo) string {
	if info == nil {
		return "development"
	}
	settings := map[string]string{}
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	name, _, _ := strings.Cut(info.Main.Version, "+dirty")
	revision := settings["vcs.revision"]
	revision = revision[:min(len(revision), revisionLength)]
	if revision != "" && (name == "(devel)" || strings.Contains(name, revision)) { // a pseudo-version
		name = revision
	}
	if name == "" || name == "(devel)" {
		return "development"
	}
	if settings["vcs.modified"] == "true" {
		name += " (modified)"
	}
	return name
}
