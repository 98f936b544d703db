import { describe, expect, test } from 'vitest'
import * as de from './text.de'
import { mine, player, tournament } from './fixtures'
import { newsOf, RankNews } from './news'
import { gameToOpen, ownStatus } from './status'

const third = player(7, { rank: 3, score: 11 })
const minute = 60_000

test.each([
  [tournament(), ['Only players with an account can play.']],
  [tournament({ status: 'finished' }), []],
  [tournament({ status: 'created', mine: mine({ joined: false, may: true }) }), ['You can join.']],
  [tournament({ mine: mine({ joined: false, may: true }) }), ['It is running, and you can still join.']],
  [tournament({ mine: mine({ joined: false, why: 'Your rating is too high.' }) }), ['Your rating is too high.']],
  [tournament({ status: 'created', starts: 12 * minute, mine: mine() }), ['You are in. It starts in 12 minutes.']],
  [
    tournament({ status: 'created', starts: 12 * minute, mine: mine({ out: true, may: true }) }),
    ['You are not in this tournament.'],
  ],
  [
    tournament({ ends: 15_000, mine: mine({ player: third, waiting: true }) }),
    ['You are 3rd with 11 points.', 'No more games are paired: the time is nearly over.'],
  ],
  [
    tournament({ mine: mine({ player: third, waiting: true }) }),
    ['You are 3rd with 11 points.', 'You will be paired in a moment.'],
  ],
  [
    tournament({ mine: mine({ player: third, waiting: true, alone: true }) }),
    ['You are 3rd with 11 points.', 'No other player is free now. You are paired as soon as one is.'],
  ],
  [
    tournament({ mine: mine({ player: third, games: ['g'] }) }),
    ['You are 3rd with 11 points.', 'Your game has started.'],
  ],
  [
    tournament({ mine: mine({ player: third, out: true }) }),
    ['You are 3rd with 11 points.', 'You have paused. You get no games until you come back.'],
  ],
  [
    tournament({
      system: 'swiss',
      round: 3,
      rounds: 7,
      nextRound: 2 * minute,
      mine: mine({ player: player(1, { score: 2.5 }), waiting: true }),
    }),
    ['You are 1st with 2½ points.', 'Round 4 is paired in 2 minutes.'],
  ],
  [
    tournament({ system: 'swiss', round: 3, rounds: 7, mine: mine({ player: player(2, { score: 1 }) }) }),
    ['You are 2nd with 1 point.', 'The next round is paired when all games of this one have ended.'],
  ],
  [
    tournament({ system: 'swiss', round: 7, rounds: 7, mine: mine({ player: third }) }),
    ['You are 3rd with 11 points.', 'This is the last round.'],
  ],
  [
    tournament({ system: 'round-robin', control: { days: 2 }, mine: mine({ player: third, games: ['g', 'h'] }) }),
    ['You are 3rd with 11 points.', '2 of your games are being played.'],
  ],
  [tournament({ status: 'finished', mine: mine({ player: third }) }), ['You finished 3rd with 11 points.']],
])('the status of the user, case %#', (t, want) => expect(ownStatus(t, 0)).toEqual(want))

test('the status in German', () => {
  expect(de.own.place(3, 11)).toBe('Du bist auf Platz 3 mit 11 Punkten.')
  expect(de.own.place(1, 1)).toBe('Du bist auf Platz 1 mit 1 Punkt.')
  expect(de.own.placed(2, 2.5)).toBe('Du wurdest 2. mit 2½ Punkten.')
  expect(de.own.in(12 * minute)).toBe('Du bist dabei. Es beginnt in 12 Minuten.')
  expect(de.points(0.5)).toBe('½ Punkt')
})

describe('the own game opens', () => {
  const waiting = tournament({ mine: mine({ waiting: true }) })
  test('when it begins while the user waits', () => {
    expect(gameToOpen(waiting, tournament({ mine: mine({ games: ['g'] }) }))).toBe('g')
    expect(gameToOpen(tournament({ mine: mine({ games: ['g'] }) }), tournament({ mine: mine({ games: ['h'] }) }))).toBe(
      'h',
    )
  })
  test('but not one that the user has left or never waited for', () => {
    const playing = tournament({ mine: mine({ games: ['g'] }) })
    expect(gameToOpen(undefined, playing)).toBeUndefined()
    expect(gameToOpen(playing, playing)).toBeUndefined()
    expect(gameToOpen(tournament(), playing)).toBeUndefined()
  })
  test('and not by correspondence', () => {
    const days = { system: 'round-robin' as const, control: { days: 3 } }
    expect(
      gameToOpen(tournament({ ...days, mine: mine() }), tournament({ ...days, mine: mine({ games: ['g'] }) })),
    ).toBeUndefined()
    expect(
      gameToOpen(
        tournament({ ...days, system: 'swiss', mine: mine() }),
        tournament({ ...days, system: 'swiss', mine: mine({ games: ['g'] }) }),
      ),
    ).toBeUndefined()
  })
})

test('the news', () => {
  const before = tournament({ system: 'swiss', round: 2, mine: mine() })
  expect(newsOf(undefined, before)).toEqual([])
  expect(newsOf(before, { ...before, round: 3, mine: mine({ games: ['g'] }) })).toEqual([
    'Round 3 is paired.',
    'Your game has started.',
  ])
  expect(newsOf(before, { ...before, status: 'finished' })).toEqual(['The tournament has ended.'])
})

test('a new rank is said at most every 30 seconds', () => {
  const at = (rank: number) => tournament({ mine: mine({ player: player(7, { rank }) }) })
  const news = new RankNews()
  expect(news.of(at(5), 0)).toBeUndefined() // what the page shows anyway
  expect(news.of(at(4), 10_000)).toBeUndefined()
  expect(news.of(at(5), 40_000)).toBeUndefined()
  expect(news.of(at(3), 41_000)).toBe('You are now 3rd of 12.')
  expect(news.of(at(2), 60_000)).toBeUndefined()
  expect(news.of(at(2), 71_001)).toBe('You are now 2nd of 12.')
  expect(news.of({ ...at(1), status: 'finished' }, 200_000)).toBeUndefined()
})
