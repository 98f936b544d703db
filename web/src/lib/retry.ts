// What is asked for until it is had.

const firstDelay = 2000 // ms until the second try
const maxDelay = 60_000 // ms between tries at most

/** Asks until there is an answer, more and more seldom, and hands it over. The function returned gives up. */
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
