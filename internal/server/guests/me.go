package guests

import (
	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/livegame"
)

// Me is the client's guest.
type Me struct {
	ID   string `json:"id"` // public, unlike the secret ID in the cookie
	Name string `json:"name"`
	Tag  string `json:"tag" doc:"tells guests with the same name apart"`
	// Account is set if the client is signed in.
	Account *MyAccount `json:"account,omitempty"`
}

// MyAccount is the account of a client that is signed in.
type MyAccount struct {
	livegame.Person
	Key     string `json:"key" doc:"the name without capital letters, as in addresses"`
	Role    string `json:"role" enum:"player,moderator,admin"`
	Created int64  `json:"created"`
	Muted   int64  `json:"muted,omitempty" doc:"until when the account may not write for others"`
}

// Me describes a guest to the guest's own client. The account may be nil: there is none.
func (gs *Guests) Me(g Guest, a *auth.Account) Me {
	me := Me{ID: gs.PublicID(g.ID), Name: g.Name, Tag: gs.Tag(g.ID)}
	if a != nil {
		mine := ShowAccount(a)
		me.Account = &mine
	}
	return me
}

// ShowAccount describes an account to its own client.
func ShowAccount(a *auth.Account) MyAccount {
	m := MyAccount{Person: a.Person(), Key: a.Key(), Role: string(a.Role), Created: a.Created.UnixMilli()}
	if !a.Muted.IsZero() {
		m.Muted = a.Muted.UnixMilli()
	}
	return m
}
