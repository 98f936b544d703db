/// <reference types="svelte" />
/// <reference types="vite/client" />

// Go's own support for WebAssembly, which sets globalThis.Go.
declare module '*/wasm_exec.js' {}
