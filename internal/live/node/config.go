package node

import (
	"io/fs"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"

	"github.com/wane-chess/wane/internal/live/manager"
	"github.com/wane-chess/wane/internal/live/server"
	"github.com/wane-chess/wane/tablebase"
)

// Config says what a node is made of. The zero value is a node on a port that is
// free, with its games in a directory of the user's.
type Config struct {
	Addr string // where to listen, as host:port; empty: localhost with any free port
	Data string // directory of the database and the queues; empty: DefaultData
	// DB is the address of the database, sqlite:PATH or postgres://…; empty: a file
	// in Data.
	DB string
	// NATS is "embedded", or where NATS servers are, as nats://host:port; empty:
	// embedded.
	NATS    string
	BaseURL string // where people reach the server; empty: not known
	Name    string // of this node among the others; empty: made up
	// Workers is how many engine moves are worked out at once in this process; 0
	// leaves them to others.
	Workers int
	Hash    int // MiB of memory that each of them has; 0: a default
	// Tables are the endgame tables that the engine asks and the page shows; nil:
	// those that are part of the program. They must stay open while the node runs.
	Tables     *tablebase.Tables
	TrustProxy bool
	Page       fs.FS // the files of the page; nil: those that the program carries
	Limits     server.Limits
	Timing     manager.Timing
	Version    string
	Log        *slog.Logger // nil: none
}

// DefaultAddr is where 'wane serve' listens.
const DefaultAddr = "localhost:8080"

// DefaultData is where games are kept if nothing else is said: wane in the
// directory that the system has for such things ($XDG_DATA_HOME, or
// ~/.local/share), or wane-data in the working directory if there is no home.
func DefaultData() string {
	if dir := os.Getenv("XDG_DATA_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "wane")
	}
	if home, err := os.UserHomeDir(); err == nil && filepath.IsAbs(home) {
		return filepath.Join(home, ".local", "share", "wane")
	}
	return "wane-data"
}

func (c Config) withDefaults() Config {
	if c.Addr == "" {
		c.Addr = "localhost:0"
	}
	if c.NATS == "" {
		c.NATS = embedded
	}
	if c.Data == "" && c.usesDataDir() {
		c.Data = DefaultData()
	}
	if c.DB == "" {
		c.DB = "sqlite:" + filepath.Join(c.Data, "wane.db")
	}
	if c.Tables == nil {
		c.Tables = tablebase.Builtin()
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	return c
}

const embedded = "embedded"

// usesDataDir tells whether anything is kept in the data directory. Nodes that
// have both database and queues elsewhere need none, and can share a machine.
func (c Config) usesDataDir() bool { return c.DB == "" || c.NATS == "" || c.NATS == embedded }

// publicHost is the host of an address that was listened on, as a link has it.
func publicHost(asked string, listening net.Addr) string {
	_, port, err := net.SplitHostPort(listening.String())
	if err != nil {
		return listening.String()
	}
	name, _, err := net.SplitHostPort(asked)
	if err != nil || name == "" || strings.Trim(name, "0.:[]") == "" {
		name = "localhost"
	}
	return net.JoinHostPort(name, port)
}
