// The signs of results in the sheet of a player.

import { figure, points, standings as words } from './text'
import type { System, TournamentScore } from './types'

export interface Mark {
  text: string
  /** How it went, for the look of the mark. */
  look: 'good' | 'even' | 'bad' | 'open'
  /** No game was played. */
  unplayed: boolean
  double: boolean
  berserk: boolean
  /** What the mark says in words. */
  label: string
}

const looks: Record<TournamentScore['kind'], Mark['look']> = {
  playing: 'open',
  win: 'good',
  draw: 'even',
  loss: 'bad',
  'forfeit-win': 'good',
  'forfeit-loss': 'bad',
  bye: 'good',
  'half-bye': 'even',
  absent: 'bad',
  void: 'open',
}

const signs: Partial<Record<TournamentScore['kind'], string>> = {
  playing: '∗',
  void: '–',
  'forfeit-win': '+',
  'forfeit-loss': '−',
}

/** Returns the sign of a result: its points, except for forfeits outside of arenas and for what has no points. */
export function mark(s: TournamentScore, system: System): Mark {
  const counts = s.kind !== 'playing' && s.kind !== 'void'
  const text = (system === 'arena' && counts ? undefined : signs[s.kind]) ?? figure(s.points)
  const parts = [words.kinds[s.kind], counts && points(s.points), s.double && words.double, s.berserk && words.berserk]
  return {
    text,
    look: looks[s.kind],
    unplayed: !s.game && s.kind !== 'playing',
    double: !!s.double,
    berserk: !!s.berserk,
    label: parts.filter(Boolean).join(', '),
  }
}

/** Returns the last results of a sheet, and how many come before them. */
export function latest(
  sheet: readonly TournamentScore[],
  most: number,
): { shown: readonly TournamentScore[]; before: number } {
  const before = Math.max(0, sheet.length - most)
  return { shown: sheet.slice(before), before }
}
