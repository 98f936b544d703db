// Texts of the engine's panel and the evaluation bar.
import type { Fault } from '../rules/engine.svelte'
import type { EngineLine, EngineScore } from '../net/types'
import { plural, reason } from '../ui/text'
import { spokenSan } from '../ui/moves.svelte'

const minus = '\u2212'
export const engine = {
  label: 'Engine',
  on: 'Engine',
  about: 'Runs in your browser.',
  lines: 'Lines',
  bestLines: 'Best lines',
  loading: 'Loading engine …',
  paused: 'Paused',
  done: 'Search complete.',
  rested: 'Paused after a long search.',
  goOn: 'Go deeper',
  over: (ending: { result: string; reason: string }) =>
    `The game is over: ${results[ending.result] ?? ''}${ending.reason && `, ${reason(ending.reason)}`}.`,
  faults: {
    fetch: 'The engine did not load. The server may be unreachable.',
    start: 'The engine did not start in this browser.',
    ended: 'The engine stopped, perhaps out of memory.',
    silent: 'The engine does not respond.',
    order: 'The engine cannot analyze this position',
  } satisfies Record<Fault['kind'], string>,
  depth: 'Depth',
  deepest: ', at most',
  speed: 'Per second',
  /** The name of a line: “Line 2: White is better by 0.34”. */
  line: (n: number, score: EngineScore) => `Line ${n}: ${inWords(score)}`,
  /** Announced when a search ends. */
  settled: (depth: number, best: EngineLine) => `Depth ${depth}. ${inWords(best.score)}. ${printed(best, 4)}`,
  bar: (score: EngineScore | null, proven = false) =>
    `Evaluation: ${!score ? 'none yet' : proven && score.cp === 0 ? 'draw' : inWords(score)}${score && proven ? ' (proven)' : ''}`,
}

const results: Record<string, string> = { '1-0': 'White has won', '0-1': 'Black has won', '1/2-1/2': 'a draw' }

/** Describes a fault, with the engine's own message for a rejected position. */
export function fault(f: Fault): string {
  return f.kind === 'order' ? `${engine.faults.order}: ${f.text}` : engine.faults[f.kind]
}

/** A score for lines: “+0.34”, “−1.20”, “#3” if White mates in three, “#−3” if Black does. */
export function score(s: EngineScore): string {
  if (s.mate !== undefined) return `#${s.mate < 0 ? minus : ''}${Math.abs(s.mate)}`
  const cp = s.cp ?? 0
  return (cp < 0 ? minus : cp > 0 ? '+' : '') + (Math.abs(cp) / 100).toFixed(2)
}

/** A score for the bar, whose colors show who is better: “0.3”, “12”, “#3”, “½” for a proven draw. */
export function brief(s: EngineScore, proven = false): string {
  if (proven && s.cp === 0) return briefEnd('1/2-1/2')
  if (s.mate !== undefined) return `#${Math.abs(s.mate)}`
  const pawns = Math.abs(s.cp ?? 0) / 100
  return pawns.toFixed(pawns < 9.95 ? 1 : 0)
}

/** A result for the bar: “½” for a draw. */
export const briefEnd = (result: string) => (result === '1/2-1/2' ? '½' : result.replace('-', '–'))

/** A score in words. */
export function inWords(s: EngineScore): string {
  if (s.mate !== undefined)
    return `${s.mate < 0 ? 'Black' : 'White'} mates in ${plural(Math.abs(s.mate), 'move', 'moves')}`
  const cp = s.cp ?? 0
  if (cp === 0) return 'equal'
  return `${cp < 0 ? 'Black' : 'White'} is better by ${(Math.abs(cp) / 100).toFixed(2)}`
}

/** The first moves of a line with their numbers: “12... Nf6 13. e5”. */
const printed = (line: EngineLine, moves: number) =>
  line.san
    .slice(0, moves)
    .map((san, i) => [line.numbers[i], spokenSan(san)].filter(Boolean).join(' '))
    .join(' ')

/** A large number, shortened: “532”, “12.4 k”, “3.07 M”. */
export function count(n: number): string {
  for (const [size, name] of [
    [1e9, 'G'],
    [1e6, 'M'],
    [1e3, 'k'],
  ] as const) {
    const v = n / size
    if (v >= 0.9995) return `${v.toFixed(v >= 99.95 ? 0 : v >= 9.995 ? 1 : 2)}\u202f${name}`
  }
  return String(n)
}
