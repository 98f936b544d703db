/**
 * Returns the current time of the monotonic clock, for clocks and countdowns. It updates
 * after wait(now) ms, with null not at all. Call it while a component is set up.
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
