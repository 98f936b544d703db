package account

import (
	"strings"

	"github.com/wane-chess/wane/internal/server/mail"
)

// letterKind says what a letter is about.
type letterKind string

// The kinds of letters.
const (
	confirmLetter   letterKind = "confirm"
	resetLetter     letterKind = "reset"
	passwordChanged letterKind = "password"
	passkeyAdded    letterKind = "passkey"
	addressChanged  letterKind = "address"
)

// letterLanguage returns the language of letters that a browser's or an account's language stands for.
func letterLanguage(tag string) string {
	if strings.HasPrefix(strings.ToLower(tag), "de") {
		return "de"
	}
	return "en"
}

// letters are subject and text of each letter, by language. {name}, {site} and {link} are replaced.
//
//nolint:lll // a paragraph of a letter is a line
var letters = map[letterKind]map[string][2]string{
	confirmLetter: {
		"en": {"Confirm your e-mail address", `Hello {name},

this address was entered for your account on {site}. Open this page within a day to confirm it:

{link}

If it was not you, ignore this message: nothing happens.`},
		"de": {"Bestätige deine E-Mail-Adresse", `Hallo {name},

diese Adresse wurde für dein Konto auf {site} eingetragen. Öffne diese Seite innerhalb eines Tages, um sie zu bestätigen:

{link}

Wenn du das nicht warst, ignoriere diese Nachricht: Es geschieht nichts.`},
	},
	resetLetter: {
		"en": {"A new password for your account", `Hello {name},

a new password was requested for your account on {site}. Open this page within an hour to choose one:

{link}

It signs out all devices and revokes all tokens. If it was not you, ignore this message: your password stays.`},
		"de": {"Ein neues Passwort für dein Konto", `Hallo {name},

für dein Konto auf {site} wurde ein neues Passwort angefordert. Öffne diese Seite innerhalb einer Stunde, um eines zu wählen:

{link}

Das meldet alle Geräte ab und widerruft alle Tokens. Wenn du das nicht warst, ignoriere diese Nachricht: Dein Passwort bleibt.`},
	},
	passwordChanged: {
		"en": {"Your password has changed", `Hello {name},

the password of your account on {site} has changed, and all other devices are signed out.

If it was not you, choose a new password at once ("Forgot your password?" on the sign-in page), and look at your account:

{link}`},
		"de": {"Dein Passwort hat sich geändert", `Hallo {name},

das Passwort deines Kontos auf {site} hat sich geändert, und alle anderen Geräte sind abgemeldet.

Wenn du das nicht warst, wähle sofort ein neues Passwort („Passwort vergessen?“ auf der Seite zum Anmelden), und sieh dir dein Konto an:

{link}`},
	},
	passkeyAdded: {
		"en": {"Your account has a new passkey", `Hello {name},

a passkey was added to your account on {site}. It can be used to sign in.

If it was not you, remove it, and change your password:

{link}`},
		"de": {"Dein Konto hat einen neuen Passkey", `Hallo {name},

deinem Konto auf {site} wurde ein Passkey hinzugefügt. Mit ihm kann man sich anmelden.

Wenn du das nicht warst, entferne ihn, und ändere dein Passwort:

{link}`},
	},
	addressChanged: {
		"en": {"Your account has another e-mail address", `Hello {name},

this is not the e-mail address of your account on {site} any more: it was changed or removed.

If it was not you, change your password, and look at your account:

{link}`},
		"de": {"Dein Konto hat eine andere E-Mail-Adresse", `Hallo {name},

dies ist nicht mehr die E-Mail-Adresse deines Kontos auf {site}: Sie wurde geändert oder entfernt.

Wenn du das nicht warst, ändere dein Passwort, und sieh dir dein Konto an:

{link}`},
	},
}

// letter makes a message of a kind.
func letter(kind letterKind, language, to, name, site, link string) mail.Message {
	text := letters[kind][letterLanguage(language)]
	return mail.Message{
		To: to, Subject: text[0], Text: strings.NewReplacer("{name}", name, "{site}", site, "{link}", link).Replace(text[1]),
	}
}
