// The player's attempts at puzzles and ratings in this browser, where no server has them. The engine's program computes
// ratings as a server does.

import { isRecord, local } from '../net/stored'
import type { EngineAnswer, EngineRating, SettledAttempt } from '../net/types'
import type { AttemptReport } from '../puzzle/api'
import { pack } from '../puzzle/packs'
import { solverMoves, type Puzzle } from '../puzzle/puzzle'

const key = 'wane-site-attempts'
const page = 50

/** A first attempt: what the lists of puzzles do not say. So all can be kept, in a few dozen bytes each. */
type Tried = [puzzle: string, variant: string, at: number, how: number, before: number, after: number]
/** Bits of how. */
const [isRight, isCounted, isHelped] = [1, 2, 4]
interface Kept {
  /** By variant, after the last attempt that counted. */
  ratings: Record<string, { rating: EngineRating; at: number }>
  /** The oldest first. */
  tried: Tried[]
}
const isKept = (v: unknown): v is Kept => isRecord(v) && isRecord(v['ratings']) && Array.isArray(v['tried'])
const read = (): Kept => local.read(key, isKept) ?? { ratings: {}, tried: [] }
/** The puzzles that were tried. */
export const tried = (): string[] => read().tried.map(([puzzle]) => puzzle)

const million = 1_000_000
const newcomer = { rating: 800, deviation: 350, provisional: true }
const view = (r: EngineRating | undefined) =>
  r
    ? {
        rating: Math.round(r.value / million),
        deviation: Math.round(r.deviation / million),
        provisional: !!r.provisional,
      }
    : newcomer
const outcome = ([, , , how, before, after]: Tried) => ({
  right: !!(how & isRight),
  counted: !!(how & isCounted),
  before: { ...newcomer, rating: before },
  after: { ...newcomer, rating: after },
})

/** Decides about attempts, in the order of their times, and returns what has become of each. */
export async function settle(
  list: AttemptReport[],
  find: (id: string) => Promise<Puzzle | undefined>,
  ask: (command: Record<string, unknown>, end: EngineAnswer['t']) => Promise<EngineAnswer>,
): Promise<SettledAttempt[]> {
  const out: SettledAttempt[] = []
  for (const a of list.toSorted((a, b) => a.at - b.at)) {
    const puzzle = await find(a.puzzle)
    let kept = read()
    const first = kept.tried.find(([id]) => id === a.puzzle)
    const known = puzzle && kept.ratings[puzzle.variant]
    const shown = view(known?.rating)
    const common = { id: a.id, puzzle: a.puzzle, puzzleRating: puzzle?.rating ?? 0 }
    if (!puzzle) {
      out.push({ ...common, unknown: true, right: false, counted: false, before: shown, after: shown })
      continue
    }
    if (first) {
      out.push({ ...common, repeat: true, ...outcome(first) })
      continue
    }
    const solution = puzzle.moves.filter((_, i) => i % 2 === 0)
    const right = !a.helped && a.moves.length === solverMoves(puzzle) && a.moves.every((m, i) => m === solution[i])
    const counted = !!a.rated && !a.helped
    const done = { ...common, right, counted, before: shown, after: shown }
    if (counted) {
      const since = known ? Math.max(0, a.at - known.at) : 0
      const { rated } = await ask(
        { t: 'rate', attempt: { before: known?.rating, since, puzzle: puzzle.rating, right } },
        'rated',
      )
      kept = read() // another tab may have changed it meanwhile
      Object.assign(done, { before: view(rated!.before), after: view(rated!.after) })
      kept.ratings[puzzle.variant] = { rating: rated!.after, at: a.at }
    }
    const how = +right * isRight + +counted * isCounted + +a.helped * isHelped
    kept.tried.push([a.puzzle, puzzle.variant, a.at, how, done.before.rating, done.after.rating])
    local.write(key, kept)
    out.push(done)
  }
  return list.map((a) => out.find((o) => o.id === a.id)!)
}

/** The attempts at the puzzles of a variant, the oldest first. A new site may lack a puzzle of an old one. */
async function attempts(variant: string) {
  const puzzles = new Map((await pack(variant)).map((p) => [p.id, p]))
  return read().tried.flatMap((t, i) => {
    const [id, of, at, how] = t
    const p = puzzles.get(id)
    if (!p || of !== variant) return []
    const { fen, themes, rating } = p
    const helped = !!(how & isHelped)
    return [{ seq: i + 1, puzzle: id, variant, fen, themes, puzzleRating: rating, at, ms: 0, helped, ...outcome(t) }]
  })
}

/** The player's rating in a variant, and the results by theme. */
export async function standing(variant: string) {
  const own = await attempts(variant)
  const counted = own.filter((a) => a.counted)
  const themes = new Set(own.flatMap((a) => a.themes))
  return {
    variant,
    ...view(read().ratings[variant]?.rating),
    games: counted.length,
    solved: counted.filter((a) => a.right).length,
    strengths: Array.from(themes, (theme) => {
      const those = own.filter((a) => a.themes.includes(theme))
      return { theme, tried: those.length, right: those.filter((a) => a.right).length }
    }),
  }
}

/** A page of the attempts at the puzzles of a variant, the latest first. */
export async function history(variant: string, before: number) {
  const list = (await attempts(variant)).filter((a) => !before || a.seq < before).toReversed()
  const shown = list.slice(0, page)
  return { attempts: shown, next: list.length > page ? shown.at(-1)!.seq : undefined }
}
