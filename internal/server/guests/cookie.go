package guests

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// maxCookie is the greatest length of a value that is read, in bytes.
const maxCookie = 1024

// seal returns the value of a guest's cookie: the time, the guest as JSON in base64, and the
// HMAC of both and the cookie's name, with bars between them and in base64.
func (gs *Guests) seal(name string, g *Guest) (string, error) {
	text, err := json.Marshal(g)
	if err != nil {
		return "", err
	}
	signed := fmt.Sprintf("%d|%s", gs.now().Unix(), base64.URLEncoding.EncodeToString(text))
	return base64.URLEncoding.EncodeToString(append([]byte(signed+"|"), gs.sign(name, signed)...)), nil
}

// open returns the guest of a value that seal made less than cookieAge ago.
func (gs *Guests) open(name, value string) (Guest, bool) {
	if len(value) > maxCookie {
		return Guest{}, false
	}
	all, err := base64.URLEncoding.Strict().DecodeString(value)
	end := len(all) - sha256.Size - len("|")
	if err != nil || end < 0 || all[end] != '|' {
		return Guest{}, false
	}
	signed := string(all[:end])
	if !hmac.Equal(all[end+1:], gs.sign(name, signed)) {
		return Guest{}, false
	}
	date, text, _ := strings.Cut(signed, "|")
	at, err := strconv.ParseInt(date, 10, 64)
	if err != nil || gs.now().Sub(time.Unix(at, 0)) > cookieAge {
		return Guest{}, false
	}
	plain, err := base64.URLEncoding.DecodeString(text)
	if err != nil {
		return Guest{}, false
	}
	var g Guest
	if err := json.Unmarshal(plain, &g); err != nil || g.ID == "" {
		return Guest{}, false
	}
	return g, true
}

// sign signs the name of the cookie, too, so that its value is invalid under another name.
func (gs *Guests) sign(name, signed string) []byte {
	h := hmac.New(sha256.New, gs.cookie)
	h.Write([]byte(name + "|" + signed))
	return h.Sum(nil)
}
