package account

import (
	"fmt"
	"net/http"
	"time"

	"github.com/wane-chess/wane/internal/server/problem"
)

// Errors of stores and of the service, beside those of package auth.
var (
	// ErrTaken: another account has the name, or one that looks like it.
	ErrTaken = problem.New(http.StatusConflict, problem.CodeTaken,
		"The name is taken, or looks like one that is; choose another.")
	// ErrConflict: the account has changed since it was read.
	ErrConflict = problem.New(http.StatusConflict, problem.CodeBadRequest,
		"The account has changed; load the page again.")
	// ErrWrong: a name, password, passkey or code is wrong. It does not say which.
	ErrWrong = problem.New(http.StatusForbidden, problem.CodeWrong, "The name or the secret is wrong.")
	// ErrClosed: the account is closed.
	ErrClosed = problem.New(http.StatusForbidden, problem.CodeClosed,
		"The account is closed; the operator of the server can open it again.")
	// ErrStale: the person must prove again who it is.
	ErrStale = problem.New(http.StatusForbidden, problem.CodeConfirm,
		"Prove that it is you: enter your password or use a passkey.")
	// ErrNoMail: the server sends no e-mail.
	ErrNoMail = problem.Missing("This server sends no e-mail.")
	// ErrMany: the account has as many as it may have.
	ErrMany = problem.New(http.StatusConflict, problem.CodeTooMany,
		"The account has as many of these as it may have; remove one first.")
	// ErrLast: it is the only way to sign in.
	ErrLast = problem.New(http.StatusConflict, problem.CodeBadRequest,
		"This is the only way to sign in; add a passkey or a password first.")
	// ErrNoSite: the server's name is none of the Internet, or unknown.
	ErrNoSite = problem.Missing(
		"Passkeys need a server with a name: use a password, or open the page by the server's name.")
	// ErrExpired: a ceremony or a link took too long, or was used.
	ErrExpired = problem.New(http.StatusConflict, problem.CodeExpired,
		"This took too long, or was done already; try again.")
	// ErrBusy: too many people sign in at this moment.
	ErrBusy = problem.RetryAfter(http.StatusServiceUnavailable, problem.CodeServer,
		"The server is busy: try again in a moment.", time.Second)
)

// InvalidError says what is wrong with a name, a password or another text.
type InvalidError struct{ Text string }

// Error implements error.
func (e *InvalidError) Error() string { return e.Text }

// Problem implements problem.Explained.
func (e *InvalidError) Problem() *problem.Problem { return problem.Invalid(e) }

func invalid(format string, args ...any) error { return &InvalidError{fmt.Sprintf(format, args...)} }
