package admin

// Reason says why a moderator does something; it is kept in the log.
type Reason struct {
	Reason string `json:"reason,omitempty" maxLength:"300"`
}
