package notify

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/ecdh"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"math/big"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/wane-chess/wane/internal/server/manager"
)

// browser is a browser and its push service.
type browser struct {
	*httptest.Server
	t     *testing.T
	key   *ecdh.PrivateKey
	auth  []byte
	mu    sync.Mutex
	got   []map[string]any // the messages
	by    string           // the server's public key
	asked int              // requests
	fail  int              // status of the answers; 0: created
	// meet, if it is not nil, is done by each request, which then waits for all of them.
	meet *sync.WaitGroup
}

func newBrowser(t *testing.T) *browser {
	key, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	b := &browser{t: t, key: key, auth: []byte("0123456789abcdef")}
	b.Server = httptest.NewTLSServer(b)
	t.Cleanup(b.Close)
	return b
}

// subscription returns the one of the browser, which Ann uses.
func (b *browser) subscription() Subscription {
	return Subscription{
		Endpoint: b.URL + "/push/1", Player: "ann", P256dh: base64.RawURLEncoding.EncodeToString(b.key.PublicKey().Bytes()),
		Auth: base64.RawURLEncoding.EncodeToString(b.auth), Language: "de", Created: time.Unix(1, 0),
	}
}

func (b *browser) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if b.meet != nil {
		b.meet.Done()
		b.meet.Wait()
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.asked++
	if b.fail != 0 {
		w.Header().Set("Location", b.URL+"/elsewhere") // of a redirect
		w.WriteHeader(b.fail)
		return
	}
	body, _ := io.ReadAll(r.Body)
	b.by = b.sender(r.Header.Get("Authorization"))
	var m map[string]any
	if err := json.Unmarshal(b.decrypt(body), &m); err != nil || r.Header.Get("Content-Encoding") != "aes128gcm" ||
		r.Header.Get("TTL") == "" {
		b.t.Errorf("a push of %v with %v", err, r.Header)
	}
	b.got = append(b.got, m)
	w.WriteHeader(http.StatusCreated)
}

func (b *browser) check(err error) {
	if err != nil {
		b.t.Error(err)
	}
}

// decrypt decrypts a message by RFC 8291.
func (b *browser) decrypt(body []byte) []byte {
	salt, size, rest := body[:16], int(body[20]), body[21:]
	theirs, text := rest[:size], rest[size:]
	public, err := ecdh.P256().NewPublicKey(theirs)
	b.check(err)
	shared, err := b.key.ECDH(public)
	b.check(err)
	secret, err := hkdf.Key(sha256.New, shared, b.auth,
		"WebPush: info\x00"+string(b.key.PublicKey().Bytes())+string(theirs), 32)
	b.check(err)
	key, err := hkdf.Key(sha256.New, secret, salt, "Content-Encoding: aes128gcm\x00", 16)
	b.check(err)
	nonce, err := hkdf.Key(sha256.New, secret, salt, "Content-Encoding: nonce\x00", 12)
	b.check(err)
	block, err := aes.NewCipher(key)
	b.check(err)
	gcm, err := cipher.NewGCM(block)
	b.check(err)
	plain, err := gcm.Open(nil, nonce, text, nil)
	b.check(err)
	return bytes.TrimRight(plain[:bytes.LastIndexByte(plain, 2)], "\x00")
}

// sender checks the header by RFC 8292, and returns the key of the sender.
func (b *browser) sender(header string) string {
	token, key, _ := strings.Cut(strings.TrimPrefix(header, "vapid t="), ", k=")
	raw, err := base64.RawURLEncoding.DecodeString(key)
	b.check(err)
	public, err := ecdsa.ParseUncompressedPublicKey(elliptic.P256(), raw)
	b.check(err)
	parts := strings.Split(token, ".")
	signature, err := base64.RawURLEncoding.DecodeString(parts[2])
	b.check(err)
	sum := sha256.Sum256([]byte(parts[0] + "." + parts[1]))
	if !ecdsa.Verify(public, sum[:], new(big.Int).SetBytes(signature[:32]), new(big.Int).SetBytes(signature[32:])) {
		b.t.Error("the token has a wrong signature")
	}
	var claims struct {
		Audience string `json:"aud"`
		Subject  string `json:"sub"`
	}
	text, err := base64.RawURLEncoding.DecodeString(parts[1])
	b.check(err)
	b.check(json.Unmarshal(text, &claims))
	if claims.Audience != b.URL || claims.Subject != "https://wane.example" {
		b.t.Errorf("the token is for %+v, want %s", claims, b.URL)
	}
	return key
}

func (b *browser) pusher(allow func(netip.AddrPort) bool) *Pusher {
	p, err := NewPusher([]byte("a secret of this server's database"), "https://wane.example", allow)
	if err != nil {
		b.t.Fatal(err)
	}
	pool := x509.NewCertPool()
	pool.AddCert(b.Certificate())
	p.Trust(pool)
	return p
}

// A browser gets an encrypted message with the server's signature; a failure is repeated, a browser
// that is gone is forgotten.
func TestPush(t *testing.T) {
	w, b := newWorld(t), newBrowser(t)
	pusher := b.pusher(func(netip.AddrPort) bool { return true })
	s := New(Options{DB: w.db.DB(), Queue: w.queue, Pusher: pusher})
	sub := b.subscription()
	if err := s.Subscribe(t.Context(), sub); err != nil {
		t.Fatal(err)
	}
	n := Notification{
		Player: "ann", ID: "turn/mailgame0001/3", Kind: Turn, Game: mailGame, Variant: "shrink", Name: "Ben",
		At: w.clock.Now(),
	}
	other := n
	other.ID, other.Kind = "ended/mailgame0001/0", Ended
	if _, err := w.nodes[0].put(t.Context(), []Notification{n, other}); err != nil {
		t.Fatal(err)
	}
	do := func(id string) error { return s.Do(t.Context(), w.managers[0], Job{Player: "ann", ID: id}) }
	b.fail = http.StatusServiceUnavailable
	if err := do(n.ID); err == nil || strings.Contains(err.Error(), "/push/1") {
		t.Errorf("the error of a push service that is down: %v", err)
	}
	b.fail = 0
	for range 2 { // the second time, the answer was lost
		if err := do(n.ID); err != nil {
			t.Fatal(err)
		}
	}
	if len(b.got) != 2 || b.got[0]["kind"] != "turn" || b.got[0]["name"] != "Ben" || b.got[0]["language"] != "de" ||
		b.got[0]["id"] != b.got[1]["id"] || b.by != s.PushKey() {
		t.Errorf("the browser has %v of %s, want that of %s", b.got, b.by, s.PushKey())
	}
	if err := s.putSettings(t.Context(), "ann", Settings{NoPush: []Kind{Ended}}); err != nil {
		t.Fatal(err)
	}
	if err := do(other.ID); err != nil || len(b.got) != 2 {
		t.Errorf("a kind that is off: %v, %v", b.got, err)
	}
	if list, err := s.pending(t.Context(), w.clock.Now().Add(time.Hour), 9); err != nil || len(list) != 0 {
		t.Errorf("pending: %+v, %v", list, err)
	}
	b.fail = http.StatusGone
	if err := do(n.ID); err != nil {
		t.Error(err)
	}
	if list, err := s.subscriptions(t.Context(), "ann"); err != nil || len(list) != 0 {
		t.Errorf("a browser that is gone: %+v, %v", list, err)
	}
	if err := do("turn/none/1"); err != nil {
		t.Errorf("a notification that was deleted: %v", err)
	}
}

// Requests go to addresses of the internet only.
func TestPushAddress(t *testing.T) {
	w, b := newWorld(t), newBrowser(t)
	s := New(Options{DB: w.db.DB(), Queue: w.queue, Pusher: b.pusher(nil)})
	if err := s.Subscribe(t.Context(), b.subscription()); err != nil {
		t.Fatal(err)
	}
	_, err := w.nodes[0].put(t.Context(),
		[]Notification{{Player: "ann", ID: "turn/1", Kind: Turn, Game: mailGame, At: w.clock.Now()}})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Do(t.Context(), w.managers[0], Job{Player: "ann", ID: "turn/1"}); err == nil ||
		!strings.Contains(err.Error(), "may not be sent to 127.0.0.1") {
		t.Errorf("a push to this machine: %v", err)
	}
	for address, want := range map[string]bool{
		"93.184.216.34:443": true, "[2606:2800:21f:cb07:6820:80da:af6b:8b2c]:443": true, "127.0.0.1:443": false,
		"10.0.0.1:443": false, "169.254.169.254:80": false, "[::1]:443": false,
		"[fd00::1]:443": false, "[::ffff:10.0.0.1]:443": false, "0.0.0.0:443": false, "100.64.1.1:443": false,
		"[64:ff9b::a00:1]:443": false, "[2002:a00:1::]:443": false, "224.0.0.1:1": false,
	} {
		if got := public(netip.MustParseAddrPort(address)); got != want {
			t.Errorf("%s is public: %v", address, got)
		}
	}
	good := b.subscription()
	for _, change := range []func(*Subscription){
		func(s *Subscription) { s.Endpoint = "http://push.example/1" },
		func(s *Subscription) { s.Endpoint = "https://user@push.example/" },
		func(s *Subscription) { s.Endpoint = "https://push.example/" + strings.Repeat("x", 1000) },
		func(s *Subscription) { s.P256dh = "BA" },
		func(s *Subscription) { s.Auth = "AA" }, func(s *Subscription) { s.Player = "" },
	} {
		bad := good
		change(&bad)
		if bad.Check() == nil {
			t.Errorf("%+v is accepted", bad)
		}
	}
}

// No request follows where an answer points.
func TestPushRedirect(t *testing.T) {
	w, b := newWorld(t), newBrowser(t)
	s := New(Options{
		DB: w.db.DB(), Queue: w.queue, Pusher: b.pusher(func(netip.AddrPort) bool { return true }),
	})
	err := s.Subscribe(t.Context(), b.subscription())
	if err == nil {
		_, err = w.nodes[0].put(t.Context(),
			[]Notification{{Player: "ann", ID: "turn/1", Kind: Turn, Game: mailGame, At: w.clock.Now()}})
	}
	if err != nil {
		t.Fatal(err)
	}
	b.fail = http.StatusTemporaryRedirect
	err = s.Do(t.Context(), w.managers[0], Job{Player: "ann", ID: "turn/1"})
	if err == nil || !strings.Contains(err.Error(), "307") || b.asked != 1 {
		t.Errorf("%d requests, %v", b.asked, err)
	}
}

// All browsers of a player get a push at once: here each waits until all have been asked.
func TestPushesInParallel(t *testing.T) {
	w, b := newWorld(t), newBrowser(t)
	s := New(Options{
		DB: w.db.DB(), Queue: w.queue, Pusher: b.pusher(func(netip.AddrPort) bool { return true }),
	})
	b.meet = new(sync.WaitGroup)
	b.meet.Add(MaxSubscriptions)
	for i := range MaxSubscriptions {
		sub := b.subscription()
		sub.Endpoint += fmt.Sprint(i)
		if err := s.Subscribe(t.Context(), sub); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.pushTurn(s, w.managers[0], 1); err != nil {
		t.Fatal(err)
	}
	if len(b.got) != MaxSubscriptions {
		t.Errorf("%d browsers have got a push", len(b.got))
	}
}

// pushTurn notifies Ann of a turn and pushes that.
func (w *world) pushTurn(s *Service, games Games, ply int) error {
	n := Notification{
		Player: "ann", ID: fmt.Sprint("turn/mailgame0001/", ply), Kind: Turn, Game: mailGame, At: games.Now(),
	}
	if _, err := w.nodes[0].put(w.Context(), []Notification{n}); err != nil {
		w.Fatal(err)
	}
	return s.Do(w.Context(), games, Job{Player: "ann", ID: n.ID})
}

// later is a manager whose time goes on without its timers.
type later struct {
	*manager.Manager
	by time.Duration
}

func (l *later) Now() time.Time { return l.Manager.Now().Add(l.by) }

// A browser whose push service fails rests, longer each time, while others of the player get what comes; in the end
// it is forgotten.
func TestPushRests(t *testing.T) {
	w, good, bad := newWorld(t), newBrowser(t), newBrowser(t)
	pusher := good.pusher(func(netip.AddrPort) bool { return true })
	pool := x509.NewCertPool()
	pool.AddCert(good.Certificate())
	pool.AddCert(bad.Certificate())
	pusher.Trust(pool)
	s := New(Options{DB: w.db.DB(), Queue: w.queue, Pusher: pusher})
	for _, b := range []*browser{good, bad} {
		if err := s.Subscribe(t.Context(), b.subscription()); err != nil {
			t.Fatal(err)
		}
	}
	games := &later{Manager: w.managers[0]}
	bad.fail = http.StatusServiceUnavailable
	resting := func() Subscription {
		t.Helper()
		list, err := s.subscriptions(t.Context(), "ann")
		if err != nil {
			t.Fatal(err)
		}
		for _, sub := range list {
			if sub.Endpoint == bad.subscription().Endpoint {
				return sub
			}
		}
		return Subscription{}
	}
	if err := w.pushTurn(s, games, 1); err == nil {
		t.Error("the first failure is not tried again")
	}
	plies, asked, rests := 1, 1, []time.Duration(nil)
	for sub := resting(); sub.Player != ""; sub = resting() {
		if now := games.Now(); sub.Rests.After(now) {
			rests = append(rests, sub.Rests.Sub(now))
			games.by += sub.Rests.Sub(now) - time.Second
			plies++
			if err := w.pushTurn(s, games, plies); err != nil || bad.asked != asked {
				t.Fatalf("while it rests: %v, %d requests, want %d", err, bad.asked, asked)
			}
			games.by += time.Second
		}
		plies++
		asked++
		if err := w.pushTurn(s, games, plies); err != nil || bad.asked != asked {
			t.Fatalf("after its rest: %v, %d requests, want %d", err, bad.asked, asked)
		}
	}
	want := []time.Duration{1, 2, 4, 8, 16, 32, 64, 128, 256, 360, 360, 360, 360, 360}
	for i := range want {
		want[i] *= time.Minute
	}
	if !slices.Equal(rests, want) {
		t.Errorf("it rests for %v, want %v", rests, want)
	}
	if good.asked != plies {
		t.Errorf("the other browser has got %d of %d", good.asked, plies)
	}

	if err := s.Subscribe(t.Context(), bad.subscription()); err != nil {
		t.Fatal(err)
	}
	for i, fail := range []int{http.StatusServiceUnavailable, http.StatusServiceUnavailable, 0} {
		games.by += time.Minute
		bad.fail = fail
		_ = w.pushTurn(s, games, 100+i)
	}
	if sub := resting(); sub.Failures != 0 || !sub.Rests.IsZero() {
		t.Errorf("after a request that did not fail: %+v", sub)
	}
}
