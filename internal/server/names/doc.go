// Package names checks the names of players: nicknames, which many guests may have, and
// usernames, which are unique. It invents nicknames for new guests.
package names
