package node

import (
	"io/fs"
	"log/slog"
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"strings"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/admin"
	"github.com/wane-chess/wane/internal/server/bus"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/mail"
	"github.com/wane-chess/wane/internal/server/manager"
	"github.com/wane-chess/wane/rules"
	"github.com/wane-chess/wane/tablebase"
)

// Config configures a node. The zero value is a node on a free port that keeps its
// games in the user's data directory.
type Config struct {
	Addr string // host:port to listen on; empty: a free port of localhost
	// StatusAddr is a host:port for /healthz, /readyz and /metrics; empty: Addr has the last two too.
	StatusAddr string
	Data       string // directory of the database; empty: DefaultData
	// DB is the address of the database, sqlite:PATH or postgres://…; empty: a file
	// in Data.
	DB string
	// NATS is nats://host:port or tls://host:port of the NATS servers that nodes share; empty: this node is the only one.
	NATS     string
	NATSKeys bus.Keys // for NATS servers that want them
	BaseURL  string   // public address of the server; empty: unknown
	// AllowPush reports whether push notifications may be sent to an address; nil: to public ones.
	AllowPush func(netip.AddrPort) bool
	Name      string // of this node; empty: random
	// Workers is how many engine moves this process computes at a time; 0: none, workers on other
	// machines do.
	Workers int
	Hash    int // MiB of memory for each of them; 0: the default
	// Games are the games that people can play; nil: rules.All.
	Games game.Games
	// Tables are the endgame tables of engine and page, which must stay open while the
	// node runs; nil: those built into the program.
	Tables     *tablebase.Tables
	TrustProxy bool
	// Trusted are networks of operators' choice, such as a school's: games between players of one address count.
	Trusted []netip.Prefix
	// Reserve is how much room of the disk of a SQLite database is for moves, in bytes; 0: none. Free returns how much
	// there is; nil: the system is asked.
	Reserve uint64
	Free    func() (uint64, error)
	// Scheduled are the variants of which the server holds tournaments of its own, in turn; nil: none.
	Scheduled []string
	// RetireWorker makes browsers forget the page that they keep for use without a network.
	RetireWorker bool
	Page         fs.FS // the files of the page; nil: those built into the program
	Backups      Backups
	Mail         mail.Server     // zero: the node sends no e-mail
	Keep         admin.Retention // zero: everything is kept forever
	Limits       limits.Limits
	Timing       manager.Timing
	Clock        manager.Clock // of the games; nil: this machine's
	Version      string
	Log          *slog.Logger // nil: none
}

// DefaultAddr is where 'wane serve' listens.
const DefaultAddr = "localhost:8080"

// DefaultData returns the default data directory: wane in $XDG_DATA_HOME or
// ~/.local/share, or wane-data in the working directory if there is no home.
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
	if c.Data == "" && c.usesDataDir() {
		c.Data = DefaultData()
	}
	if c.DB == "" {
		c.DB = "sqlite:" + filepath.Join(c.Data, "wane.db")
	}
	if c.Games == nil {
		c.Games = rules.All()
	}
	if c.Tables == nil {
		c.Tables = tablebase.Builtin()
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	return c
}

// usesDataDir reports whether the node uses a data directory. Those with another database do not, and can share a
// machine.
func (c Config) usesDataDir() bool { return c.DB == "" }

// publicHost returns the host and port for links to a listener.
func publicHost(addr string, listening net.Addr) string {
	_, port, err := net.SplitHostPort(listening.String())
	if err != nil {
		return listening.String()
	}
	name, _, err := net.SplitHostPort(addr)
	if err != nil || name == "" || strings.Trim(name, "0.:[]") == "" {
		name = "localhost"
	}
	return net.JoinHostPort(name, port)
}
