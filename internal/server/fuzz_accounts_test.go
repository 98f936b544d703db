package server_test

import "maps"

// The examples of what is about accounts.
func init() {
	maps.Copy(bodies, map[string]string{
		"/api/admin/users/{name}/close":  `{"reason":"spam"}`,
		"/api/admin/users/{name}/reopen": `{"reason":"a mistake"}`,
		"/api/admin/users/{name}/role":   `{"value":"moderator"}`,
		"/api/admin/users/{name}/title":  `{"value":"GM"}`,
		"/api/admin/users/{name}/mute":   `{"value":"2027-01-31T12:00:00Z","reason":"insults"}`,
		"/api/admin/users/{name}/unmute": `{}`,
		"/api/account/visibility":        `{"invisible":true}`,
		"/api/rel/follow/{username}":     `{}`,
		"/api/rel/unfollow/{username}":   `{}`,
		"/api/rel/block/{username}":      `{}`,
		"/api/rel/unblock/{username}":    `{}`,
		"/api/signup":                    `{"name":"Ann","password":"four random words"}`,
		"/api/signin":                    `{"name":"Ann","password":"four random words"}`,
		"/api/signout":                   `{}`,
		"/api/recover":                   `{"name":"Ann","code":"k7f2-9xq1-0000-0000","password":"four other words"}`,
		"/api/account/confirm":           `{"password":"four random words"}`,
		"/api/account/password":          `{"password":"four other words"}`,
		"/api/account/codes":             `{}`,
		"/api/account/tokens":            `{"name":"my bot","scopes":["bot:play"]}`,
		"/api/account/tokens/{id}":       `{}`,
		"/api/account/email":             `{"email":"ann@example.org","language":"de"}`,
		"/api/account/digest":            `{"every":"daily"}`,
		"/api/email/confirm":             `{"secret":"x"}`,
		"/api/recover/letter":            `{"who":"Ann","language":"en"}`,
		"/api/recover/link":              `{"secret":"x","password":"four other words"}`,
		"/api/account/delete":            `{"name":"Ann"}`,
		"/api/account/guest":             `{}`,
		"/api/account/sessions":          `{}`,
		"/api/account/sessions/{id}":     `{}`,
		"/api/passkeys/register/begin":   `{}`,
		"/api/passkeys/register/finish": `{"ceremony":"x","name":"phone","credential":{"id":"eA","rawId":"eA",` +
			`"type":"public-key","response":{"clientDataJSON":"e30","attestationObject":"oA"}}}`,
		"/api/passkeys/signin/begin": `{}`,
		"/api/passkeys/signin/finish": `{"ceremony":"x","credential":{"id":"eA","rawId":"eA","type":"public-key",` +
			`"response":{"clientDataJSON":"e30","authenticatorData":"AA","signature":"AA","userHandle":"AA"}}}`,
		"/api/account/passkeys/{id}": `{"name":"phone"}`,
	})
}
