// A time that goes on by itself, for clocks and countdowns.

/**
 * Calls now again and again, as often as wait says (ms; null: not at all), while
 * a component lives. To be called while one is set up.
 */
export function ticker(wait: (now: number) => number | null): { readonly now: number } {
  let now = $state(performance.now())
  $effect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const again = () => {
      const ms = wait(now)
      if (ms !== null) timer = setTimeout(tick, Math.max(16, ms))
    }
    const tick = () => (now = performance.now())
    again()
    return () => clearTimeout(timer)
  })
  return {
    get now() {
      return now
    },
  }
}
