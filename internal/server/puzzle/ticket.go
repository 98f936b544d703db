package puzzle

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"strconv"
	"strings"
	"time"
)

// Ticket returns what proves that a player was given a puzzle, now. It is signed rather than stored, so that it costs
// no row of the database and holds for attempts without a network as long as those may be old.
func (s *Service) Ticket(player, id string) string {
	return s.ticket(player, id, strconv.FormatInt(s.o.Now().Unix(), 36))
}

func (s *Service) ticket(player, id, at string) string {
	mac := hmac.New(sha256.New, s.o.Secret)
	mac.Write([]byte(player + "\x00" + id + "\x00" + at))
	return at + "." + base64.RawURLEncoding.EncodeToString(mac.Sum(nil)[:18])
}

// wasGiven reports whether a player was given a puzzle, by a ticket. The puzzle of today and that of yesterday are
// given to all.
func (s *Service) wasGiven(ctx context.Context, player, id, ticket string, now time.Time) bool {
	at, _, _ := strings.Cut(ticket, ".")
	seconds, err := strconv.ParseInt(at, 36, 64)
	if err == nil && hmac.Equal([]byte(s.ticket(player, id, at)), []byte(ticket)) {
		return now.Sub(time.Unix(seconds, 0)) <= MaxAge
	}
	for days := range 2 {
		if p, err := s.Daily(ctx, now.AddDate(0, 0, -days)); err == nil && p.ID == id {
			return true
		}
	}
	return false
}
