// The graph of a rating: where its points are.

/** A graph of points in a box of so many units; the ratings at its lower and upper edge. */
export interface Drawing {
  line: string
  low: number
  high: number
}

/** The least range of ratings that a graph shows: a few points are no mountain. */
const range = 100

/** Draws ratings over time. A rating holds until the next game. */
export function draw(points: readonly (readonly [number, number])[], width: number, height: number): Drawing {
  const values = points.map((p) => p[1])
  const middle = (Math.min(...values) + Math.max(...values)) / 2
  const half = Math.max(range, Math.max(...values) - Math.min(...values)) / 2
  const [low, high] = [Math.floor((middle - half) / 50) * 50, Math.ceil((middle + half) / 50) * 50]
  const [first, last] = [points[0]![0], points.at(-1)![0]]
  const at = points.map(([time, value], i) => {
    // Games of one moment stand side by side.
    const x = last > first ? (time - first) / (last - first) : i / Math.max(1, points.length - 1)
    return `${Math.round(x * width * 10) / 10} ${Math.round((1 - (value - low) / (high - low)) * height * 10) / 10}`
  })
  return { line: 'M' + at.join('L'), low, high }
}
