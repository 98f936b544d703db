// Package server is what a browser or a program talks to: the HTTP API, the
// sockets on which games are played, the guests' cookies, the limits, and the
// files of the page.
//
// It decides nothing about games. Package host does; this package finds out who
// asks, checks the form of what is asked, and says the answer in the words of
// package protocol.
package server
