package account_test

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"testing"
	"time"

	"github.com/fxamacker/cbor/v2"

	"github.com/wane-chess/wane/internal/server/account"
	"github.com/wane-chess/wane/internal/server/auth"
)

// authenticator has one passkey, as that of a browser does.
type authenticator struct {
	*testing.T
	key    *ecdsa.PrivateKey
	id     []byte
	handle string // base64url
	count  uint32
	flags  byte // user present and verified
}

func newAuthenticator(t *testing.T) *authenticator {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return &authenticator{T: t, key: key, id: []byte(rand.Text()), flags: 0x05}
}

// options are those of a ceremony that an authenticator looks at.
type options struct {
	Challenge string
	RPID      string `json:"rpId"`
	RP        struct{ ID string }
	User      struct{ ID string }
}

func (a *authenticator) read(c *account.Ceremony) (o options) {
	a.Helper()
	if err := json.Unmarshal(c.Options, &o); err != nil || o.Challenge == "" {
		a.Fatalf("%s: %v", c.Options, err)
	}
	return o
}

func (a *authenticator) client(kind, challenge, origin string) []byte {
	b, _ := json.Marshal(map[string]any{"type": kind, "challenge": challenge, "origin": origin, "crossOrigin": false})
	return b
}

// data returns the authenticator data for a site.
func (a *authenticator) data(rp string, flags byte) []byte {
	sum := sha256.Sum256([]byte(rp))
	return binary.BigEndian.AppendUint32(append(sum[:], flags), a.count)
}

func (a *authenticator) answer(response map[string]string) []byte {
	id := base64.RawURLEncoding.EncodeToString(a.id)
	b, _ := json.Marshal(map[string]any{
		"id": id, "rawId": id, "type": "public-key", "response": response, "clientExtensionResults": map[string]any{},
	})
	return b
}

var base64url = base64.RawURLEncoding.EncodeToString

// create makes the passkey.
func (a *authenticator) create(c *account.Ceremony, origin string) []byte {
	a.Helper()
	o := a.read(c)
	a.handle = o.User.ID
	point, err := a.key.PublicKey.Bytes()
	if err != nil {
		a.Fatal(err)
	}
	cose, err := cbor.Marshal(map[int]any{1: 2, 3: -7, -1: 1, -2: point[1:33], -3: point[33:]})
	if err != nil {
		a.Fatal(err)
	}
	data := append(a.data(o.RP.ID, a.flags|0x40), make([]byte, 16)...)
	data = binary.BigEndian.AppendUint16(data, uint16(len(a.id)))
	data = append(append(data, a.id...), cose...)
	object, err := cbor.Marshal(map[string]any{"fmt": "none", "attStmt": map[string]any{}, "authData": data})
	if err != nil {
		a.Fatal(err)
	}
	return a.answer(map[string]string{
		"clientDataJSON": base64url(a.client("webauthn.create", o.Challenge, origin)), "attestationObject": base64url(object),
	})
}

// get uses the passkey.
func (a *authenticator) get(c *account.Ceremony, origin string) []byte {
	a.Helper()
	o := a.read(c)
	client := a.client("webauthn.get", o.Challenge, origin)
	hash := sha256.Sum256(client)
	data := a.data(o.RPID, a.flags)
	signed := sha256.Sum256(append(bytes.Clone(data), hash[:]...))
	signature, err := ecdsa.SignASN1(rand.Reader, a.key, signed[:])
	if err != nil {
		a.Fatal(err)
	}
	return a.answer(map[string]string{
		"clientDataJSON": base64url(client), "authenticatorData": base64url(data), "signature": base64url(signature),
		"userHandle": a.handle,
	})
}

// An account signs in with a passkey, on its site only, once for each ceremony.
func TestPasskeys(t *testing.T) {
	w := newWorld(t)
	ctx := t.Context()
	in := w.join("guest-1", "Ann")
	at := account.Site{Host: "wane.example", Origin: "https://wane.example"}
	begin := func(i *auth.Identity) *account.Ceremony {
		t.Helper()
		c, err := w.BeginPasskey(ctx, i, at)
		w.must(err)
		return c
	}
	phone, key := newAuthenticator(t), newAuthenticator(t)
	c := begin(&in.Identity)
	w.must(w.AddPasskey(ctx, &in.Identity, at, c.Secret, " my phone ", phone.create(c, at.Origin)))
	w.wantError(w.AddPasskey(ctx, &in.Identity, at, c.Secret, "again", phone.create(c, at.Origin)), account.ErrExpired)
	c = begin(&in.Identity)
	w.wantError(w.AddPasskey(ctx, &in.Identity, at, c.Secret, "elsewhere", key.create(c, "https://evil.example")),
		account.ErrWrong)
	key.flags = 0x01
	c = begin(&in.Identity)
	w.wantError(w.AddPasskey(ctx, &in.Identity, at, c.Secret, "unverified", key.create(c, at.Origin)), account.ErrWrong)
	key.flags = 0x05
	c = begin(&in.Identity)
	ben := w.join("guest-2", "Ben")
	w.wantError(w.AddPasskey(ctx, &ben.Identity, at, c.Secret, "another's", key.create(c, at.Origin)), account.ErrExpired)
	c = begin(&in.Identity)
	w.now = w.now.Add(time.Second) // the list is ordered by time
	w.must(w.AddPasskey(ctx, &in.Identity, at, c.Secret, "key", key.create(c, at.Origin)))

	use := func(a *authenticator, i *auth.Identity, origin string) (*account.SignedIn, error) {
		t.Helper()
		c, err := w.BeginSignIn(ctx, at)
		w.must(err)
		return w.other.SignInWithPasskey(ctx, i, at, c.Secret, a.get(c, origin), here)
	}
	back, err := use(phone, nil, at.Origin)
	w.must(err)
	if back.Identity.Account.Name != "Ann" || back.Identity.Session == in.Identity.Session {
		t.Errorf("signed in: %+v", back)
	}
	if _, err := w.Session(ctx, back.Secret); err != nil {
		t.Error(err)
	}
	_, err = use(phone, nil, "https://evil.example")
	w.wantError(err, account.ErrWrong)
	_, err = use(newAuthenticator(t), nil, at.Origin)
	w.wantError(err, account.ErrWrong)
	stranger := newAuthenticator(t) // with Ann's handle and ID, but another key
	stranger.id, stranger.handle = phone.id, phone.handle
	_, err = use(stranger, nil, at.Origin)
	w.wantError(err, account.ErrWrong)
	phone.flags = 0x01 // anyone who holds the phone
	_, err = use(phone, nil, at.Origin)
	w.wantError(err, account.ErrWrong)
	phone.flags = 0x05
	once, err := w.BeginSignIn(ctx, at)
	w.must(err)
	answer := phone.get(once, at.Origin)
	_, err = w.SignInWithPasskey(ctx, nil, at, once.Secret, answer, here)
	w.must(err)
	_, err = w.SignInWithPasskey(ctx, nil, at, once.Secret, answer, here)
	w.wantError(err, account.ErrExpired)
	late, err := w.BeginSignIn(ctx, at)
	w.must(err)
	w.now = w.now.Add(6 * time.Minute)
	_, err = w.SignInWithPasskey(ctx, nil, at, late.Secret, phone.get(late, at.Origin), here)
	w.wantError(err, account.ErrExpired)
	key.count = 7
	_, err = use(key, nil, at.Origin)
	w.must(err)
	key.count = 3 // a copy of the key
	_, err = use(key, nil, at.Origin)
	w.wantError(err, account.ErrWrong)

	// A passkey proves again who a session's person is.
	_, err = w.BeginPasskey(ctx, &in.Identity, at)
	w.wantError(err, account.ErrStale)
	_, err = use(phone, &ben.Identity, at.Origin)
	w.wantError(err, account.ErrWrong)
	again, err := use(phone, &in.Identity, at.Origin)
	w.must(err)
	if again.Identity.Session != in.Identity.Session || !again.Identity.Fresh.After(w.now) {
		t.Errorf("proven again: %+v", again)
	}
	w.must(w.RenamePasskey(ctx, &again.Identity, phone.id, "old phone"))
	w.wantError(w.RenamePasskey(ctx, &ben.Identity, phone.id, "mine"), auth.ErrNotFound)
	w.wantError(w.DeletePasskey(ctx, &in.Identity, phone.id), account.ErrStale)
	list, err := w.Passkeys(ctx, &again.Identity)
	if err != nil || len(list) != 2 || list[0].Name != "old phone" || list[0].Used.IsZero() {
		t.Errorf("the passkeys are %+v, %v", list, err)
	}
	w.must(w.DeletePasskey(ctx, &again.Identity, phone.id))
	_, err = use(phone, nil, at.Origin)
	w.wantError(err, account.ErrWrong)
	for _, site := range []account.Site{{}, {Host: "192.0.2.1", Origin: "http://192.0.2.1"},
		{Host: "server", Origin: "https://server"}} {
		_, err := w.BeginSignIn(ctx, site)
		w.wantError(err, account.ErrNoSite)
	}
}
