const later = 200 // ms to wait in a browser that does not tell when it is idle

/** Does something when the browser is idle, or after so many milliseconds at the latest. */
export function whenIdle(act: () => void, latest?: number): void {
  const ask = globalThis.requestIdleCallback ?? ((f: () => void) => setTimeout(f, later))
  ask(act, { timeout: latest })
}
