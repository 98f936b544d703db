// Command wane-engine-wasm is the engine of wane for web pages: WebAssembly that
// runs in a worker. It sets globalThis.waneEngine to a function that takes an
// order in JSON, and hands its answers, as texts in JSON, to globalThis's
// postMessage. Package thought says what orders and answers there are.
//
// A program of WebAssembly has one thread, and while Go computes, nothing else
// happens in it: no message is heard. So the search stops every few
// milliseconds, sends itself a message through a MessageChannel and goes on when
// that arrives. What the page has sent before is heard before.
//
// profile.pgo says where a search spends its time. The compiler, told of it,
// makes a program that is a tenth faster. See CONTRIBUTING.md for how it is made.
package main
