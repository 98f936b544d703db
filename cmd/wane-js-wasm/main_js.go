package main

import (
	"strconv"
	"strings"
	"unsafe"
)

// The program exports its calls itself: syscall/js takes three times as long.

// exchange is where JavaScript writes arguments and reads results: text in UTF-8.
var exchange = make([]byte, 1<<16)

var shared = newLibrary()

// byNumber are the names of the functions, in the order in which "functions" tells them.
var byNumber []string

// main keeps the program running, so that it can be called.
func main() {
	for name := range functions {
		byNumber = append(byNumber, name)
	}
	select {}
}

// Kinds of results.
const (
	isError = iota
	isText
	isNumber
	isFalse
	isTrue
)

// grow makes room for so many bytes and returns the address of the exchange.
//
//go:wasmexport grow
func grow(size int32) unsafe.Pointer {
	if int(size) > len(exchange) {
		exchange = make([]byte, size)
	}
	return unsafe.Pointer(unsafe.SliceData(exchange))
}

// names leaves the names of the functions in the exchange and returns their length. The number of a function is its
// place in the list.
//
//go:wasmexport names
func names() int32 { return int32(leave(strings.Join(byNumber, " "))) }

// invoke calls a function of a board, or of 0, with the text in the exchange as further arguments, which zero bytes
// separate; arguments is their number. It returns the kind of the result, and in the bits above, its length or value.
//
//go:wasmexport invoke
func invoke(function, board, arguments, length int32) int32 {
	args := make([]string, 0, 4)
	if board != 0 {
		args = append(args, strconv.Itoa(int(board)))
	}
	text := string(exchange[:length])
	for i := range arguments {
		arg, rest := text, ""
		if i < arguments-1 {
			arg, rest, _ = strings.Cut(text, "\x00")
		}
		args, text = append(args, arg), rest
	}
	result, err := shared.call(byNumber[function], args)
	if err != nil {
		return int32(leave(err.Error()))<<3 | isError
	}
	switch result := result.(type) {
	case string:
		return int32(leave(result))<<3 | isText
	case int:
		return int32(result)<<3 | isNumber
	case bool:
		if result {
			return isTrue
		}
	}
	return isFalse
}

// leave writes a text to the exchange and returns its length.
func leave(text string) int {
	grow(int32(len(text)))
	return copy(exchange, text)
}
