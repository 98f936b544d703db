// Package storetest holds the test that every livegame.Store passes.
package storetest
