// Package storetest holds the test that every play.Store passes.
package storetest
