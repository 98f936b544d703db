package browser

import (
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/webauthn"
	"github.com/chromedp/chromedp"
)

// authenticator gives a user a device with passkeys, which agrees to everything.
func (p *person) authenticator() webauthn.AuthenticatorID {
	p.t.Helper()
	p.onlyChromium()
	if _, err := chromedp.Call(p.ctx, webauthn.Enable, webauthn.EnableParams{}); err != nil {
		p.t.Fatal(err)
	}
	made, err := chromedp.Call(p.ctx, webauthn.AddVirtualAuthenticator,
		webauthn.AddVirtualAuthenticatorParams{Options: &webauthn.VirtualAuthenticatorOptions{
			Protocol: webauthn.AuthenticatorProtocolCtap2, Transport: webauthn.AuthenticatorTransportInternal,
			HasResidentKey: true, HasUserVerification: true, AutomaticPresenceSimulation: true, IsUserVerified: true,
		}})
	if err != nil {
		p.t.Fatal(err)
	}
	return made.AuthenticatorID
}

// TestAccount makes a guest with a game an account with a passkey. The game stays; the passkey
// signs in on another device, which ends the first session.
func TestAccount(t *testing.T) {
	parallel(t)
	base := strings.Replace(serve(t), "127.0.0.1", "localhost", 1) // passkeys need a name
	first := newPerson(t, base, "first", desktop).withoutRules()
	key := first.authenticator()
	first.calls()
	game := first.asks("POST", "/api/games",
		`{"id":"game-of-guest","variant":"chess","opponent":"self","color":"white","casual":true,"control":{}}`, "a.game.id")
	first.open("/signup")
	first.write("Name", "Ann_Oakley")
	first.mayFail("/api/signup")
	first.write("Password", "1234567890")
	first.press("Create account")
	first.sees("this password is one of those that are tried first")
	first.write("Password", "four random words")
	first.press("Create account")
	first.until("ten codes are shown", `document.querySelectorAll('.codes li').length === 10`)
	first.inBothThemes("recovery codes", "account-codes")
	first.press("Add a passkey")
	first.sees("You can now sign in with this passkey.")
	first.press("I’ve saved the codes")
	first.until("the header has the name",
		`location.pathname === '/' && document.querySelector('.user .player')?.textContent.trim() === 'Ann_Oakley'`)
	if n := js[int](first, `fetch('/api/games/`+game+`').then((r) => r.json()).then((g) => g.you?.length ?? 0)`); n != 2 {
		t.Errorf("the account has %d seats in the guest's game, want 2", n)
	}

	kept, err := chromedp.Call(first.ctx, webauthn.GetCredentials, webauthn.GetCredentialsParams{AuthenticatorID: key})
	if err != nil || len(kept.Credentials) != 1 {
		t.Fatalf("the device has %d passkeys: %v", len(kept.Credentials), err)
	}
	second := newPerson(t, base, "second", phone).withoutRules()
	c := kept.Credentials[0]
	// The generated type has fields that browsers refuse.
	add := cdp.Command[map[string]any, cdp.Empty]{Method: webauthn.CommandAddCredential}
	synced := map[string]any{
		"credentialId": c.CredentialID, "isResidentCredential": true, "rpId": "localhost", "privateKey": c.PrivateKey,
		"userHandle": c.UserHandle, "signCount": c.SignCount,
	}
	if _, err := chromedp.Call(second.ctx, add,
		map[string]any{"authenticatorId": second.authenticator(), "credential": synced}); err != nil {
		t.Fatal(err)
	}
	second.open("/signin?next=/account")
	// A browser that offers passkeys where the user types the name may have signed in already.
	second.until("the passkey signs in",
		`location.pathname === '/account' ? document.querySelectorAll('.rows').length > 1
		: (document.querySelector('button.wide:not([disabled])')?.click(), false)`)
	second.sees("Passkey 1")
	second.inBothThemes("account", "account-phone")
	second.press("Sign out all other devices")
	second.sees("All other devices are signed out.")

	// A program asks for a token, and gets it.
	app := url.Values{
		"client_id": {"Board & Co"}, "redirect_uri": {base + "/help"}, "response_type": {"code"}, "state": {"a b"},
		"code_challenge": {"ZGog-c1pPTgHs51DtJ1p5ZWakqoxG8Fd0fX8pbMvHn0"}, "code_challenge_method": {"S256"},
		"scope": {"board:play follow:read"},
	}
	second.open("/oauth?" + app.Encode())
	second.sees("Board & Co")
	second.sees("See whom you follow")
	second.inBothThemes("a program asks", "account-program")
	second.press("Allow")
	second.until("the program has a code", `location.pathname === '/help' && location.search.includes('state=a+b')`)
	if token := second.asks("POST", "/api/token", `{"grant_type":"authorization_code","client_id":"Board & Co",`+
		`"redirect_uri":"`+base+`/help","code_verifier":"a-verifier-of-the-program-that-nobody-guesses",`+
		`"code":"`+js[string](second, `new URLSearchParams(location.search).get('code')`)+`"}`,
		"a.access_token"); !strings.HasPrefix(token, "wane_") {
		t.Errorf("the program has the token %q", token)
	}
	second.open("/account")
	second.sees("Board & Co")

	first.mayFail("/api/account/settings")
	first.open("/account")
	first.sees("You are playing as a guest.")
	first.until("the header knows",
		`!document.querySelector('.user .player') && document.querySelector('.user a')?.textContent === 'Sign in'`)
	second.press("Account and settings")
	second.press("Sign out")
	second.until("the second device is a guest's", `location.pathname === '/' && !localStorage.getItem('wane-account')`)
}
