/// <reference types="svelte" />
/// <reference types="vite/client" />

// Go's own support for WebAssembly, which sets globalThis.Go.
declare module '*/wasm_exec.js' {}

// Sentences of which a script has a copy of its own.
declare module '*text?own' {
  export const sentence: (n: { kind: string; name?: string; level?: number; result?: string }) => string
}
declare module '*text.de?own' {
  export const sentence: (n: { kind: string; name?: string; level?: number; result?: string }) => string
}
