const firstDelay = 2000 // ms
const maxDelay = 60_000 // ms

/** Calls ask at growing intervals until it succeeds, then onanswer. Returns a function that stops it. */
export function retry<T>(ask: () => Promise<T>, onanswer: (answer: T) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let active = true
  const attempt = (wait: number) => {
    ask().then(
      (answer) => active && onanswer(answer),
      () => active && (timer = setTimeout(() => attempt(Math.min(maxDelay, 2 * wait)), wait)),
    )
  }
  attempt(firstDelay)
  return () => {
    active = false
    clearTimeout(timer)
  }
}
