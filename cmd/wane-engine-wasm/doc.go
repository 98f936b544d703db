// Command wane-engine-wasm is wane's engine for web pages, as WebAssembly in a worker.
// It sets globalThis.waneEngine to a function that takes a command in JSON, and passes
// its answers in JSON to globalThis.postMessage. Package engineworker describes both. It calls
// globalThis.waneNetwork with the name of each variant that it meets; that returns a promise of the
// file with the variant's network in a Uint8Array, or of null if there is none.
//
// A WebAssembly program has one thread, and receives no message while Go computes. So
// the search pauses every 20 ms: it sends itself a message through a
// MessageChannel and resumes when the message arrives, after all earlier messages of
// the page.
//
// profile.pgo is a processor profile of searches. With it, the compiler makes the
// program a tenth faster. CONTRIBUTING.md says how to renew it.
package main
