// Package account is about players with an account: who they are, how they prove it, and what
// they may do.
//
// An account is optional. A guest who makes one keeps the ID, and with it all games. Its name is
// unique. A person signs in with a password or a passkey and has a session on each device. A
// program has a token, which allows only what its scopes say.
//
// The package stores no secret as it is: of sessions, tokens and recovery codes it keeps hashes,
// of passwords what argon2id makes of them.
package account

import "github.com/wane-chess/wane/internal/server/auth"

// What package auth says of accounts.
type (
	Role     = auth.Role
	Account  = auth.Account
	Identity = auth.Identity
	Scope    = auth.Scope
)

// The roles and scopes.
const (
	Player          = auth.Player
	Moderator       = auth.Moderator
	Admin           = auth.Admin
	BotPlay         = auth.BotPlay
	BoardPlay       = auth.BoardPlay
	ChallengeRead   = auth.ChallengeRead
	ChallengeWrite  = auth.ChallengeWrite
	FollowRead      = auth.FollowRead
	FollowWrite     = auth.FollowWrite
	StudyRead       = auth.StudyRead
	StudyWrite      = auth.StudyWrite
	EmailRead       = auth.EmailRead
	NotifyRead      = auth.NotifyRead
	PuzzleRead      = auth.PuzzleRead
	PuzzleWrite     = auth.PuzzleWrite
	TournamentWrite = auth.TournamentWrite
	EngineWork      = auth.EngineWork
)

var (
	ErrNotFound  = auth.ErrNotFound
	ErrForbidden = auth.ErrForbidden
	ErrEnded     = auth.ErrEnded
	Roles        = auth.Roles
	Scopes       = auth.Scopes

	Key          = auth.Key
	WithIdentity = auth.WithIdentity
	IdentityOf   = auth.IdentityOf
	Detached     = auth.Detached
)
