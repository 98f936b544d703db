// Points of the map: which is nearest, which is next in a direction, which are in a box.

export interface Point {
  order: string
  /** In pixels. */
  x: number
  y: number
}

/** Limits of a measure; undefined is no limit. */
export interface Limits {
  min?: number
  max?: number
}

/** Reports whether a value is within limits, which it may equal. */
export const within = (v: number, { min, max }: Limits): boolean =>
  (min === undefined || v >= min) && (max === undefined || v <= max)

/** Returns the nearest of the points that are at most that far away. */
export function nearest(points: readonly Point[], x: number, y: number, far = Infinity): Point | undefined {
  let best: Point | undefined
  let least = far * far
  for (const p of points) {
    const d = (p.x - x) ** 2 + (p.y - y) ** 2
    if (d <= least) {
      best = p
      least = d
    }
  }
  return best
}

const directions: Record<string, [x: number, y: number]> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
}

/**
 * Returns the next point in the direction of an arrow key: the nearest, with preference for
 * those straight ahead. Points in the same place follow each other in their order, so that
 * there and back is the same way. Undefined if the key is no arrow or nothing is there.
 */
export function step(points: readonly Point[], from: Point, key: string): Point | undefined {
  const direction = directions[key]
  if (!direction) return undefined
  const [dx, dy] = direction
  const forward = dx + dy > 0
  const start = points.findIndex((p) => p.order === from.order)
  let best: Point | undefined
  let least = Infinity
  points.forEach((p, i) => {
    if (i === start) return
    const [x, y] = [p.x - from.x, p.y - from.y]
    if (x === 0 && y === 0) {
      const near = (Math.abs(i - start) - points.length) * 1e-6 // before all others
      if (start >= 0 && i > start === forward && near < least) [best, least] = [p, near]
      return
    }
    const ahead = x * dx + y * dy
    const aside = Math.abs(x * dy) + Math.abs(y * dx)
    const cost = ahead + 2 * aside
    if (ahead > 0 && aside <= 2 * ahead && (cost < least || (cost === least && !forward))) [best, least] = [p, cost]
  })
  return best
}

/** Returns the limits of a measure between two of its values, rounded outwards to its decimals. */
export function limits(a: number, b: number, decimals: number): Limits {
  const unit = 10 ** decimals
  return { min: Math.floor(Math.min(a, b) * unit) / unit, max: Math.ceil(Math.max(a, b) * unit) / unit }
}
