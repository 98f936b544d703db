package account

import (
	"errors"
	"fmt"
)

// Errors of stores and of the service.
var (
	// ErrTaken: another account has the name, or one that looks like it.
	ErrTaken = errors.New("the name is taken, or looks like one that is; choose another")
	// ErrConflict: the account has changed since it was read.
	ErrConflict = errors.New("the account has changed; load the page again")
	// ErrWrong: a name, password, passkey or code is wrong. It does not say which.
	ErrWrong = errors.New("the name or the secret is wrong")
	// ErrClosed: the account is closed.
	ErrClosed = errors.New("the account is closed; the operator of the server can open it again")
	// ErrStale: the person must prove again who it is.
	ErrStale = errors.New("prove that it is you: enter your password or use a passkey")
	// ErrNoMail: the server sends no e-mail.
	ErrNoMail = errors.New("this server sends no e-mail")
	// ErrMany: the account has as many as it may have.
	ErrMany = errors.New("the account has as many of these as it may have; remove one first")
	// ErrLast: it is the only way to sign in.
	ErrLast = errors.New("this is the only way to sign in; add a passkey or a password first")
	// ErrNoSite: the server's name is none of the Internet, or unknown.
	ErrNoSite = errors.New("passkeys need a server with a name: use a password, or open the page by the server's name")
	// ErrExpired: a ceremony or a link took too long, or was used.
	ErrExpired = errors.New("this took too long, or was done already; try again")
)

// InvalidError says what is wrong with a name, a password or another text.
type InvalidError struct{ Text string }

// Error implements error.
func (e *InvalidError) Error() string { return e.Text }

func invalid(format string, args ...any) error { return &InvalidError{fmt.Sprintf(format, args...)} }
