// Places in texts, as the rules tell them: lines from 1, columns from 1 in
// characters. Columns far out in very long lines count bytes; there nothing is
// marked.

import type { StudyProblem } from '../lib/types'

/** Beyond it the rules count bytes. */
const far = 10_000

/** The lines of a text, each with its end. */
function linesOf(text: string): string[] {
  return text.match(/[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$/g) ?? []
}

/** The range of a text that a problem is about, or null if it is about none that can be found. */
export function range(text: string, p: StudyProblem): { from: number; to: number } | null {
  if (!p.line || !p.column || p.column > far) return null
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

/** The text with a move in place of what could not be read, or null if that does not stand there. */
export function fix(text: string, p: StudyProblem, move: string): string | null {
  const at = range(text, p)
  return at && p.text && at.to > at.from ? text.slice(0, at.from) + move + text.slice(at.to) : null
}

/** The lines round a problem: what to show of the text, and which part of it is meant. */
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
