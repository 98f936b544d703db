package main

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

func TestServeErrors(t *testing.T) {
	for _, c := range []struct {
		name string
		env  [2]string
		args []string
		code int
		err  string
	}{
		{"an argument", [2]string{}, []string{"serve", "x"}, 2, "serve takes no arguments"},
		{"workers", [2]string{}, []string{"serve", "--concurrency", "-1"}, 2, "--concurrency -1 is out of range (0–1024)"},
		{"workers in the environment", [2]string{"WANE_CONCURRENCY", "many"}, []string{"serve"}, 2,
			`environment variable WANE_CONCURRENCY="many": expected an integer`},
		{"too many workers in the environment", [2]string{"WANE_CONCURRENCY", "99999999999999999999"}, []string{"serve"}, 2,
			`expected an integer within 64 bits`},
		{"a switch in the environment", [2]string{"WANE_TRUST_PROXY", "maybe"}, []string{"serve"}, 2,
			`environment variable WANE_TRUST_PROXY="maybe": expected true or false`},
		{"the flag counts", [2]string{"WANE_LOG", "nonsense"}, []string{"serve", "--log", "odd"}, 2,
			`--log "odd": expected text, json or none`},
		{"log in the environment", [2]string{"WANE_LOG", "nonsense"}, []string{"serve"}, 2, `--log "nonsense"`},
		{"the address", [2]string{}, []string{"serve", "--addr", "nowhere"}, 2, "expected host:port, such as localhost:8080"},
		{"an empty variable is none", [2]string{"WANE_CONCURRENCY", ""}, []string{"serve", "--log", "odd"}, 2, `--log "odd"`},
		{"the address in the environment", [2]string{"WANE_ADDR", "nowhere"}, []string{"serve"}, 2,
			`cannot listen on "nowhere"`},
		{"the database", [2]string{}, []string{"serve", "--addr", "127.0.0.1:0", "--db", "mysql://x"}, 2, "expected sqlite:"},
		{"the base URL", [2]string{}, []string{"serve", "--addr", "127.0.0.1:0", "--base-url", "wane.example"}, 2,
			"such as https://wane.example"},
		{"backups too often", [2]string{"WANE_BACKUP_EVERY", "5s"}, []string{"serve", "--backup-dir", "x"}, 2,
			"--backup-every 5s: expected at least 1m"},
		{"games kept for days", [2]string{"WANE_KEEP_ABANDONED", "30 days"}, []string{"serve"}, 2,
			`environment variable WANE_KEEP_ABANDONED="30 days": expected a number of days`},
		{"guests kept too short", [2]string{}, []string{"serve", "--keep-guests", "5m"}, 2,
			"--keep-guests 5m0s: expected at least 1h, or 0 forever"},
		{"no backup kept", [2]string{}, []string{"serve", "--backup-dir", "x", "--backup-keep", "0"}, 2,
			"--backup-keep 0 is out of range (1–10000)"},
		{"backups nowhere", [2]string{}, []string{"serve", "--backup-keep", "3"}, 2, "--backup-keep needs --backup-dir"},
		{"a sender without a mail server", [2]string{}, []string{"serve", "--mail-from", "a@b.example"}, 2,
			"--mail-from needs --smtp"},
		{"a mail server without a sender", [2]string{"WANE_SMTP", "smtp://x"},
			[]string{"serve", "--base-url", "https://wane.example"}, 2, "--smtp needs --mail-from"},
		{"a mail server without links", [2]string{}, []string{"serve", "--smtp", "smtp://x", "--mail-from", "a@b.example"}, 2,
			"--smtp needs --base-url"},
		{"a mail server of another kind", [2]string{},
			[]string{"serve", "--smtp", "http://x", "--mail-from", "a@b.example", "--base-url", "https://wane.example"}, 2,
			"expected smtp://user@host:587"},
		{"no password", [2]string{},
			[]string{"serve", "--smtp", "smtp://x", "--mail-from", "a@b.example", "--base-url", "https://wane.example",
				"--smtp-password-file", "none"}, 1, "read the password"},
		{"a network", [2]string{"WANE_TRUSTED_NETWORKS", "10.0.0.0/8,school"}, []string{"serve"}, 2,
			`--trusted-networks: invalid network "school": expected IPv4 such as 192.0.2.0/24`},
		{"a network of a single computer", [2]string{}, []string{"serve", "--trusted-networks", "2001:db8::1/128"}, 2,
			"or IPv6 up to /64"},
		{"a reserve", [2]string{}, []string{"serve", "--disk-reserve", "-1"}, 2, "--disk-reserve -1 is out of range"},
		{"no NATS servers", [2]string{}, []string{"serve", "--addr", "127.0.0.1:0", "--nats", "x"}, 2, "nats://host:4222"},
		{"a certificate without a key", [2]string{"WANE_NATS_CERT", "x.pem"}, []string{"serve", "--nats", "nats://x:1"}, 2,
			"--nats-cert and --nats-key need each other"},
		{"keys for nothing", [2]string{"WANE_NATS_CA", "x.pem"}, []string{"serve", "--addr", "127.0.0.1:0"}, 2,
			"are for NATS servers"},
		{"no credentials", [2]string{},
			[]string{"serve", "--addr", "127.0.0.1:0", "--nats", "nats://u:secret@x:1", "--nats-creds", "x.creds"}, 1,
			"the credentials: stat x.creds: no such file"},
		{"a worker without a server", [2]string{"WANE_TOKEN", "wane_x"}, []string{"worker"}, 2, "--url is missing"},
		{"a worker without a token", [2]string{"WANE_URL", "https://wane.example"}, []string{"worker"}, 2,
			"--token is missing: expected one with the scope engine:work"},
		{"a worker in parallel", [2]string{"WANE_TOKEN", "wane_x"},
			[]string{"worker", "--url", "https://wane.example", "--concurrency", "0"}, 2,
			"--concurrency 0 is out of range (1–256)"},
		{"a worker at no address", [2]string{"WANE_TOKEN", "wane_x"}, []string{"worker", "--url", "wane.example"}, 2,
			`"wane.example" is no address of a server: expected one such as https://wane.example`},
		{"a worker at a path", [2]string{"WANE_TOKEN", "wane_x"},
			[]string{"worker", "--url", "https://wane.example,https://wane.example/path"}, 2,
			`"https://wane.example/path" is no address of a server`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Setenv("XDG_DATA_HOME", t.TempDir())
			if c.env[0] != "" {
				t.Setenv(c.env[0], c.env[1])
			}
			code, out, errs := wane(t, "", c.args...)
			if code != c.code || !strings.Contains(errs, c.err) || out != "" {
				t.Errorf("exit code %d, want %d; written %q; error %s", code, c.code, out, errs)
			}
		})
	}
}

// A server prints its address when it is ready, and shuts down in order, even with
// damaged tablebases.
func TestServe(t *testing.T) {
	damaged := filepath.Join(t.TempDir(), "damaged.wtb")
	if err := os.WriteFile(damaged, []byte("no table at all"), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("WANE_TABLES", damaged)
	t.Setenv("NO_COLOR", "1")
	t.Setenv("WANE_ADDR", "127.0.0.1:0")
	t.Setenv("WANE_DATA", t.TempDir())
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	r, w := io.Pipe()
	var errs bytes.Buffer
	ended := make(chan int, 1)
	go func() {
		ended <- run(ctx, []string{"serve", "--concurrency", "0", "--log", "json"}, strings.NewReader(""), w, &errs)
		_ = w.Close()
	}()
	out := bufio.NewReader(r)
	first, err := out.ReadString('\n')
	if err != nil {
		t.Fatalf("%q, %v, %s", first, err, errs.String())
	}
	url := regexp.MustCompile(`http://127\.0\.0\.1:\d+`).FindString(first)
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url+"/api/tablebase/shrink?fen=2k/1R1/K2+w+-+-+0+1", nil)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	_ = resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		t.Errorf("the server says %s", resp.Status)
	}
	stop()
	rest, err := io.ReadAll(out)
	if err != nil {
		t.Fatal(err)
	}
	if code := <-ended; code != 0 || !strings.Contains(string(rest), "Stopping") {
		t.Errorf("exit code %d, %q", code, rest)
	}
	for _, want := range []string{`"route":"GET /api/tablebase/{variant}","status":200`, "damaged.wtb"} {
		if !strings.Contains(errs.String(), want) {
			t.Errorf("the log does not have %s: %s", want, errs.String())
		}
	}
}
