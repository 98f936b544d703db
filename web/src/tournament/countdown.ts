const two = (n: number) => String(n).padStart(2, '0')

/** Returns a time as a countdown: “1:02:03”, “12:34”; undefined from a day on, for which seconds mean nothing. */
export function countdown(ms: number): string | undefined {
  const s = Math.max(0, Math.ceil(ms / 1000))
  if (s >= 24 * 3600) return undefined
  const [hours, minutes] = [Math.floor(s / 3600), Math.floor((s % 3600) / 60)]
  return hours ? `${hours}:${two(minutes)}:${two(s % 60)}` : `${minutes}:${two(s % 60)}`
}

/** Returns when a countdown changes next, in ms. */
export const nextSecond = (ms: number): number => (ms <= 0 ? 1000 : ms % 1000 || 1000)
