// Package account is about players with an account: who they are, how they prove it, and what
// they may do.
//
// An account is optional. A guest who makes one keeps the ID, and with it all games. Its name is
// unique. A person signs in with a password or a passkey and has a session on each device. A
// program has a token, which allows only what its scopes say.
//
// The package stores no secret as it is: of sessions, tokens and recovery codes it keeps hashes,
// of passwords what argon2id makes of them.
//
// A node remembers sessions and tokens for seconds. Changes of accounts are numbered in the database; by the numbers
// each node hears within a second of sessions that another node has ended.
package account
