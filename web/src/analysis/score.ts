import type { EngineScore } from '../net/types'

/**
 * How much of the bar is White's, 0 to 1: the points that a game is worth to
 * White, as reviews count them. A mate leaves the other side nothing, any
 * other score a little.
 */
export function share(score: EngineScore | null): number {
  if (!score) return 0.5
  if (score.mate !== undefined) return score.mate < 0 ? 0 : 1
  return Math.min(0.97, Math.max(0.03, 1 / (1 + Math.exp(-0.00368208 * (score.cp ?? 0)))))
}

/** What of the bar is White's when the game has ended so. */
export const points: Record<string, number> = { '1-0': 1, '0-1': 0, '1/2-1/2': 0.5 }
