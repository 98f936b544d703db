// Package guests finds out who sends a request: a guest, known by a signed cookie, and an
// address. It also derives the IDs that depend on a guest.
package guests
