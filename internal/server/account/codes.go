package account

import (
	"context"
	"crypto/rand"
	"strings"

	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/names"
)

// codes is how many recovery codes an account has.
const codes = 10

// newCodes returns recovery codes of 120 bits, such as "k7f2-9xq1-…", and their hashes.
func newCodes() (list, hashes []string) {
	for range codes {
		b := make([]byte, 15)
		_, _ = rand.Read(b) // never fails
		text := names.Letters.EncodeToString(b)
		list = append(list, strings.Join([]string{text[:4], text[4:8], text[8:12], text[12:16], text[16:20], text[20:]}, "-"))
		hashes = append(hashes, hashCode(text))
	}
	return list, hashes
}

// hashCode returns what is stored of a recovery code, however it is typed.
func hashCode(code string) string {
	code = strings.Map(func(r rune) rune {
		switch r {
		case '-', ' ', '\t', '\n', '–', '—':
			return -1
		case 'o':
			return '0'
		case 'i', 'l':
			return '1'
		}
		return r
	}, strings.ToLower(code))
	return hashSecret("recovery code: " + code)
}

// NewCodes replaces the recovery codes of an account. It needs a fresh proof.
func (s *Service) NewCodes(ctx context.Context, i *auth.Identity) ([]string, error) {
	if err := s.fresh(i); err != nil {
		return nil, err
	}
	list, hashes := newCodes()
	return list, s.o.Store.PutCodes(ctx, i.Account.ID, hashes)
}

// fresh returns ErrStale unless the person of a session has proven just now who it is.
func (s *Service) fresh(i *auth.Identity) error {
	if i.Session == "" || !s.now().Before(i.Fresh) {
		return ErrStale
	}
	return nil
}
