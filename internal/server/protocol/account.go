package protocol

// MyAccount is the account of a client that is signed in.
type MyAccount struct {
	Name    string `json:"name"`
	Key     string `json:"key" doc:"the name without capital letters, as in addresses"`
	Role    string `json:"role" enum:"player,moderator,admin"`
	Bot     bool   `json:"bot,omitempty" doc:"a program plays"`
	Created int64  `json:"created"`
	Muted   int64  `json:"muted,omitempty" doc:"until when the account may not write for others"`
}

// Adopted says how many games of a guest an account got at once (POST /api/account/guest). Others may follow.
type Adopted struct {
	Games int `json:"games"`
}

// Reason says why a moderator does something; it is kept in the log.
type Reason struct {
	Reason string `json:"reason,omitempty" maxLength:"300"`
}
