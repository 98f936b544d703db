import { expect, test } from 'vitest'
import { crosstable } from './crosstable'
import { player } from './fixtures'
import { latest, mark } from './marks'
import { tieOf } from './names'
import type { TournamentScore } from './types'

test.each<[TournamentScore, 'arena' | 'swiss', string, string]>([
  [
    { kind: 'win', points: 5, game: 'g', double: true, berserk: true },
    'arena',
    '5',
    'win, 5 points, double points, berserk',
  ],
  [{ kind: 'draw', points: 0, game: 'g' }, 'arena', '0', 'draw, 0 points'],
  [{ kind: 'forfeit-loss', points: 0, game: 'g' }, 'arena', '0', 'loss without a game, 0 points'],
  [{ kind: 'playing', points: 0, game: 'g' }, 'arena', '∗', 'is being played'],
  [{ kind: 'draw', points: 0.5, game: 'g' }, 'swiss', '½', 'draw, ½ point'],
  [{ kind: 'forfeit-win', points: 1 }, 'swiss', '+', 'win without a game, 1 point'],
  [{ kind: 'bye', points: 1 }, 'swiss', '1', 'bye, a whole point, 1 point'],
  [{ kind: 'void', points: 0, game: 'g' }, 'swiss', '–', 'does not count'],
])('the mark of a result, case %#', (score, system, text, label) =>
  expect(mark(score, system)).toMatchObject({ text, label }),
)

test('a mark shows without colors that no game was played', () => {
  expect(mark({ kind: 'half-bye', points: 0.5 }, 'swiss').unplayed).toBe(true)
  expect(mark({ kind: 'win', points: 1, game: 'g' }, 'swiss').unplayed).toBe(false)
})

test('a long sheet shows its end', () => {
  const sheet = [1, 2, 3].map((points): TournamentScore => ({ kind: 'win', points, game: 'g' }))
  expect(latest(sheet, 2)).toEqual({ shown: sheet.slice(1), before: 1 })
  expect(latest(sheet, 5)).toEqual({ shown: sheet, before: 0 })
})

test('tie-breaks', () => {
  expect([
    tieOf('performance', 1834.4),
    tieOf('performance', 0),
    tieOf('buchholz', 10.5),
    tieOf('sonneborn-berger', 7.25),
    tieOf('wins', undefined),
  ]).toEqual(['1834', '–', '10½', '7.25', '–'])
})

test('the crosstable has the results of both games', () => {
  const score = (opponent: number, points: number, game: string): TournamentScore => ({
    kind: points ? 'win' : 'loss',
    points,
    opponent,
    game,
  })
  const rows = crosstable([
    player(2, { sheet: [score(1, 1, 'a'), score(1, 0, 'b')] }),
    player(1, { sheet: [score(2, 0, 'a'), score(2, 1, 'b')] }),
  ])
  expect(rows.map((r) => r.cells.map((c) => c?.map((s) => s.points) ?? null))).toEqual([
    [null, [1, 0]],
    [[0, 1], null],
  ])
})
