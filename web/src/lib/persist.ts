// What is asked for until it is had.

const soonest = 2000 // ms until the second try
const longest = 60_000 // ms between tries at most

/** Asks until there is an answer, more and more seldom, and hands it over. The function returned gives up. */
export function persist<T>(ask: () => Promise<T>, got: (answer: T) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let wanted = true
  const attempt = (wait: number) => {
    ask().then(
      (answer) => wanted && got(answer),
      () => wanted && (timer = setTimeout(() => attempt(Math.min(longest, 2 * wait)), wait)),
    )
  }
  attempt(soonest)
  return () => {
    wanted = false
    clearTimeout(timer)
  }
}
