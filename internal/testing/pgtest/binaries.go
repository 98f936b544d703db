package pgtest

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"
)

// find returns the folder of PostgreSQL's programs. The Debian packages keep them
// out of the PATH, one folder for each version.
func find() (string, error) {
	if path, err := exec.LookPath("initdb"); err == nil {
		if path, err = filepath.EvalSymlinks(path); err == nil && complete(filepath.Dir(path)) {
			return filepath.Dir(path), nil
		}
	}
	folders, err := filepath.Glob("/usr/lib/postgresql/*/bin")
	if err != nil {
		return "", err
	}
	folders = slices.DeleteFunc(folders, func(f string) bool { return !complete(f) })
	if len(folders) == 0 {
		return "", errors.New("PostgreSQL is not installed: run scripts/testdeps.sh")
	}
	return slices.MaxFunc(folders, func(a, b string) int { return version(a) - version(b) }), nil
}

func complete(folder string) bool {
	for _, name := range []string{"initdb", "postgres"} {
		if _, err := os.Stat(filepath.Join(folder, name)); err != nil {
			return false
		}
	}
	return true
}

// version returns the number in /usr/lib/postgresql/NUMBER/bin, or 0.
func version(folder string) int {
	n, _ := strconv.Atoi(filepath.Base(filepath.Dir(folder)))
	return n
}

// owner returns the user that the server must run as: nil for the current user, or
// postgres if that is root.
func owner() (*syscall.Credential, error) {
	if os.Geteuid() != 0 {
		return nil, nil
	}
	u, err := user.Lookup("postgres")
	if err != nil {
		return nil, fmt.Errorf("PostgreSQL does not run as root, and the user postgres is missing: %w", err)
	}
	uid, err := strconv.ParseUint(u.Uid, 10, 32)
	if err != nil {
		return nil, err
	}
	gid, err := strconv.ParseUint(u.Gid, 10, 32)
	if err != nil {
		return nil, err
	}
	return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}, nil
}

// folder creates a folder that the server's user can reach, in the given directory or
// that of temporary files.
func folder(as *syscall.Credential, parent string) (string, error) {
	if parent == "" {
		parent = os.TempDir()
		if as != nil && !open(parent) {
			parent = "/tmp"
		}
	}
	dir, err := os.MkdirTemp(parent, "wane-pg-")
	if err != nil || as == nil {
		return dir, err
	}
	return dir, os.Chown(dir, int(as.Uid), int(as.Gid))
}

// open reports whether all users can enter the folder and those above it.
func open(dir string) bool {
	for {
		info, err := os.Stat(dir)
		if err != nil || info.Mode().Perm()&0o001 == 0 {
			return false
		}
		if parent := filepath.Dir(dir); parent != dir {
			dir = parent
			continue
		}
		return true
	}
}
