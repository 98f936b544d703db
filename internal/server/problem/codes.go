package problem

// Fault says what is wrong, and what is expected.
type Fault struct {
	Code string `json:"code"` // a livegame.Code or one of the codes below
	Text string `json:"text"`
}

// Codes of errors beyond those of package livegame.
const (
	CodeNotFound   = "not-found"
	CodeBadRequest = "bad-request"
	CodeBadMessage = "bad-message"
	CodeTooFast    = "too-fast"
	CodeTooMany    = "too-many"
	CodeForeign    = "foreign"
	CodeServer     = "server"
	CodeOutside    = "outside"   // no tablebase can hold the position
	CodeDeleted    = "deleted"   // an operator has deleted the game
	CodeNoToken    = "no-token"  // the request needs a valid token, or a session
	CodeScope      = "scope"     // the token does not allow this
	CodeTaken      = "taken"     // another account has the name
	CodeWrong      = "wrong"     // a name, password, passkey or code is wrong
	CodeConfirm    = "confirm"   // the person must prove again who it is: POST /api/account/confirm
	CodeClosed     = "closed"    // the account is closed
	CodeExpired    = "expired"   // a ceremony or a link took too long, or was used
	CodeNoTable    = "no-table"  // this server has no table for the position
	CodeConflict   = "conflict"  // of a study that was changed on another device
	CodeForbidden  = "forbidden" // the account's role does not allow this
	CodeUnsound    = "unsound"   // a position is no puzzle
	CodeDuplicate  = "duplicate" // there is a puzzle with the position already
)
