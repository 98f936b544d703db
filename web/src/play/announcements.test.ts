import { expect, test } from 'vitest'
import type { GameUpdate } from './played.svelte'
import type { Game, BoardView, Step } from '../net/types'
import { moveSounds } from '../board/sounds'
import { announcement } from './announcements'

const view = (kinds: Step['kind'][], more: Partial<BoardView> = {}) =>
  ({
    san: 'Nf3',
    narration: ['The knight goes.'],
    steps: kinds.map((kind) => ({ kind, pieces: [] })),
    ...more,
  }) as unknown as BoardView
const game = {
  white: { taken: true, name: 'Ann' },
  black: { taken: true, name: 'Bob' },
  status: 'finished',
  result: '1-0',
  reason: 'resignation',
} as Game

test.each<[Step['kind'][], Partial<BoardView>, string[]]>([
  [['slide'], {}, ['move']],
  [['slide', 'capture'], {}, ['capture']],
  [['slide', 'capture', 'collapse'], { check: [4] }, ['collapse', 'check']],
  [['slide', 'capture', 'expel', 'drop'], {}, ['drop']],
  [['slide', 'demote'], {}, ['drop']],
  [['slide', 'vanish'], {}, ['vanish']],
  [['slide', 'capture', 'vanish'], {}, ['capture']],
  [['slide', 'capture'], { result: '1-0', check: [4] }, ['end']],
])('%s sounds', (kinds, more, want) => expect(moveSounds(view(kinds, more))).toEqual(want))

const event = (kind: string, color?: 'white' | 'black', more: object = {}): GameUpdate => ({
  t: 'event',
  event: { seq: 1, kind, color, at: 0, ...more },
})

test.each<[string, GameUpdate, RegExp | null]>([
  [
    'a move and what it did',
    { t: 'move', view: view(['slide']), color: 'white', mine: false, missed: 0 },
    /^White: Nf3\. The knight goes\./,
  ],
  [
    'the last of several moves',
    { t: 'move', view: view(['slide']), color: 'white', mine: false, missed: 2 },
    /^3 moves were played\. White: Nf3\./,
  ],
  ['an offer of the other', event('draw-offer', 'black'), /Bob offers a draw/],
  ['one’s own offer', event('draw-offer', 'white'), null],
  ['a refused offer', event('draw-decline', 'black'), /declined/],
  [
    'a takeback of two plies',
    event('takeback-offer', 'black', { plies: 2 }),
    /Bob proposes a takeback of the last move and the reply/,
  ],
  ['a joiner', event('join', 'black', { seat: { taken: true, name: 'Eve' } }), /Eve joined/],
  ['oneself', event('join', 'black', { seat: { taken: true, name: 'Ann', you: true } }), null],
  ['the end', event('end', 'black', { reason: 'resignation' }), /^White wins: resignation$/],
  ['a refusal', { t: 'refused', order: 'move', fault: { code: 'illegal', text: 'No.' } }, /Move rejected: No\./],
  ['too fast', { t: 'refused', order: 'move', fault: { code: 'too-fast', text: 'x' } }, /Too fast/],
  ['a lost premove', { t: 'premove-lost' }, /no longer legal/],
  ['lost moves', { t: 'went-back' }, /lost the last moves/],
])('%s is announced', (_, news, want) => {
  const r = announcement(news, game, 'white')
  const announced = r.say ?? r.toast
  if (want) expect(announced).toMatch(want)
  else expect(announced).toBeUndefined()
})

test('quiet news makes no sound', () => {
  const n = event('draw-offer', 'black')
  expect(announcement(n, game, 'white').sounds).toEqual(['notify'])
  expect(announcement({ ...n, quiet: true } as GameUpdate, game, 'white')).toMatchObject({
    sounds: [],
    say: 'Bob offers a draw.',
  })
})
