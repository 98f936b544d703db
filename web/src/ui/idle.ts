const later = 200 // ms to wait in a browser without requestIdleCallback

/** Calls act when the browser is idle, at the latest after the given milliseconds. */
export function whenIdle(act: () => void, latest?: number): void {
  const ask = globalThis.requestIdleCallback ?? ((f: () => void) => setTimeout(f, later))
  ask(act, { timeout: latest })
}
