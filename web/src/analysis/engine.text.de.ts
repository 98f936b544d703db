// Texte der Engine und des Bewertungsbalkens.
import type * as en from './engine.text'
import type { EngineLine, EngineScore } from '../net/types'
import { figure, plural, reason } from '../ui/text.de'
import { say } from '../net/sentences.text.de'
import { spokenSan } from '../ui/moves.svelte'

const minus = '\u2212'
const results: Record<string, string> = {
  '1-0': 'Weiß hat gewonnen',
  '0-1': 'Schwarz hat gewonnen',
  '1/2-1/2': 'Remis',
}

export const engine = {
  label: 'Engine',
  on: 'Engine',
  about: 'Läuft in deinem Browser.',
  lines: 'Varianten',
  bestLines: 'Beste Varianten',
  loading: 'Engine lädt …',
  paused: 'Pausiert',
  done: 'Suche beendet.',
  rested: 'Nach langer Suche pausiert.',
  goOn: 'Tiefer suchen',
  over: (ending) =>
    `Die Partie ist beendet: ${[results[ending.result], ending.reason && reason(ending.reason)].filter(Boolean).join(', ')}.`,
  faults: {
    fetch: 'Die Engine konnte nicht geladen werden. Vielleicht ist der Server nicht erreichbar.',
    start: 'Die Engine startet in diesem Browser nicht.',
    ended: 'Die Engine hat aufgehört, vielleicht aus Speichermangel.',
    silent: 'Die Engine antwortet nicht.',
    order: 'Die Engine kann diese Stellung nicht analysieren',
  },
  depth: 'Tiefe',
  deepest: ', höchstens',
  speed: 'Pro Sekunde',
  line: (n, score) => `Variante ${n}: ${inWords(score)}`,
  settled: (depth, best) => `Tiefe ${depth}. ${inWords(best.score)}. ${printed(best, 4)}`,
  bar: (score, proven = false) =>
    `Bewertung: ${!score ? 'noch keine' : proven && score.cp === 0 ? 'Remis' : inWords(score)}${score && proven ? ' (bewiesen)' : ''}`,
} satisfies typeof en.engine

export const fault = ((f) =>
  f.kind === 'order' ? `${engine.faults.order}: ${say(f.text)}` : engine.faults[f.kind]) satisfies typeof en.fault

export const score = ((s) => {
  if (s.mate !== undefined) return `#${s.mate < 0 ? minus : ''}${Math.abs(s.mate)}`
  const cp = s.cp ?? 0
  return (cp < 0 ? minus : cp > 0 ? '+' : '') + figure(Math.abs(cp) / 100, 2)
}) satisfies typeof en.score

export const brief: typeof en.brief = (s, proven = false) => {
  if (proven && s.cp === 0) return briefEnd('1/2-1/2')
  if (s.mate !== undefined) return `#${Math.abs(s.mate)}`
  const pawns = Math.abs(s.cp ?? 0) / 100
  return figure(pawns, pawns < 9.95 ? 1 : 0)
}

export const briefEnd = ((result) =>
  result === '1/2-1/2' ? '½' : result.replace('-', '–')) satisfies typeof en.briefEnd

export function inWords(s: EngineScore): string {
  if (s.mate !== undefined)
    return `${s.mate < 0 ? 'Schwarz' : 'Weiß'} setzt in ${plural(Math.abs(s.mate), 'Zug', 'Zügen')} matt`
  const cp = s.cp ?? 0
  if (cp === 0) return 'ausgeglichen'
  return `${cp < 0 ? 'Schwarz' : 'Weiß'} steht um ${figure(Math.abs(cp) / 100, 2)} besser`
}

const printed = (line: EngineLine, moves: number) =>
  line.san
    .slice(0, moves)
    .map((san, i) => [line.numbers[i], spokenSan(san)].filter(Boolean).join(' '))
    .join(' ')

export const count = ((n) => {
  for (const [size, name] of [
    [1e9, 'G'],
    [1e6, 'M'],
    [1e3, 'k'],
  ] as const) {
    const v = n / size
    if (v >= 0.9995) return `${figure(v, v >= 99.95 ? 0 : v >= 9.995 ? 1 : 2)}\u202f${name}`
  }
  return String(n)
}) satisfies typeof en.count
