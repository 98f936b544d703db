package node

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/wane-chess/wane/internal/server"
	"github.com/wane-chess/wane/internal/server/feed"
	"github.com/wane-chess/wane/internal/server/gamestore"
	"github.com/wane-chess/wane/internal/server/observe"
	"github.com/wane-chess/wane/internal/server/review"
	"github.com/wane-chess/wane/internal/server/servertest"
)

// Every metric that the dashboard and the alerts name exists.
func TestMonitoring(t *testing.T) {
	registry := prometheus.NewRegistry()
	if _, err := newBackups(Config{DB: "sqlite:wane.db", Backups: Backups{Dir: t.TempDir(), Every: time.Hour, Keep: 1}},
		registry); err != nil {
		t.Fatal(err)
	}
	servertest.New(t, func(o *server.Options) { o.Registry = registry })
	games, err := gamestore.Open(t.Context(), "sqlite:"+filepath.Join(t.TempDir(), "wane.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = games.Close() }()
	games.Observe(registry)
	review.New(review.Options{Metrics: registry})
	feed.NewFollower(feed.Options{Reader: "test", Metrics: registry})
	newJobs(Config{}, nil, nil, registry)
	for _, part := range []string{"queue", "worker"} {
		observe.NewPart(registry, part, part)
	}
	described := make(chan *prometheus.Desc, 1000)
	registry.Describe(described)
	close(described)
	exist := []string{}
	name := regexp.MustCompile(`fqName: "([^"]+)"`)
	for d := range described {
		exist = append(exist, name.FindStringSubmatch(d.String())[1])
	}

	metric := regexp.MustCompile(`\b(wane|go|process)_[a-z0-9_]+[a-z0-9]`)
	suffix := regexp.MustCompile(`_(bucket|sum|count)$`)
	folder := "../../../deploy/monitoring"
	for file, least := range map[string]int{"alerts.yaml": 6, "dashboard.json": 12} {
		text, err := os.ReadFile(filepath.Join(folder, file))
		if err != nil {
			t.Fatal(err)
		}
		if filepath.Ext(file) == ".json" && !json.Valid(text) {
			t.Errorf("%s is not JSON", file)
		}
		found := map[string]bool{}
		for _, m := range metric.FindAllString(string(text), -1) {
			found[m] = true
			if !slices.Contains(exist, m) && !slices.Contains(exist, suffix.ReplaceAllString(m, "")) {
				t.Errorf("%s names %s, which does not exist", file, m)
			}
		}
		if len(found) < least {
			t.Errorf("%s names only %d metrics", file, len(found))
		}
	}
}
