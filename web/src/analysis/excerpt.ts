// The places of errors in a text. Lines and columns count from 1, columns in characters;
// far into very long lines they count bytes, and nothing is marked.

import type { StudyProblem } from '../net/types'

/** After this column the rules count bytes. */
const maxColumn = 10_000

/** Returns the lines of a text with their line breaks. */
function linesOf(text: string): string[] {
  return text.match(/[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$/g) ?? []
}

/** Returns the range of a text that a problem is about, or null if it cannot be found. */
export function range(text: string, p: StudyProblem): { from: number; to: number } | null {
  if (!p.line || !p.column || p.column > maxColumn) return null
  const lines = linesOf(text)
  if (p.line > lines.length + 1) return null
  let from = lines.slice(0, p.line - 1).reduce((n, l) => n + l.length, 0)
  const line = lines[p.line - 1] ?? ''
  let column = p.column - 1
  if (p.line === 1 && line.startsWith('\ufeff')) column++
  for (const c of line) {
    if (column-- === 0) break
    from += c.length
  }
  return { from, to: from + (p.text && text.startsWith(p.text, from) ? p.text.length : 0) }
}

/** Returns the text with a move in place of the unreadable one, or null if that is not there. */
export function fix(text: string, p: StudyProblem, move: string): string | null {
  const at = range(text, p)
  return at && p.text && at.to > at.from ? text.slice(0, at.from) + move + text.slice(at.to) : null
}

/** The lines around a problem, with the ranges to mark. */
export interface Excerpt {
  first: number
  lines: { text: string; from: number; to: number }[]
}
export function excerpt(text: string, p: StudyProblem, around = 2): Excerpt | null {
  const at = range(text, p)
  if (!at || !p.line) return null
  const lines = linesOf(text)
  if (lines.length === 0) lines.push('')
  const first = Math.max(1, p.line - around)
  let begin = lines.slice(0, first - 1).reduce((n, l) => n + l.length, 0)
  const shown = lines.slice(first - 1, p.line + around).map((line) => {
    const plain = line.replace(/[\r\n]+$/, '')
    const clamp = (x: number) => Math.max(0, Math.min(plain.length, x - begin))
    const part = { text: plain, from: clamp(at.from), to: clamp(at.to) }
    begin += line.length
    return part
  })
  return { first, lines: shown }
}
