import { describe, expect, it } from 'vitest'
import type { BoardView, Choices, LessonStep, Line, Rules, Verdict } from '../net/types'
import { Attempt } from './attempt.svelte'

const step: LessonStep = {
  title: 'T',
  text: '',
  variant: 'shrink',
  fen: 'F',
  task: 'Mate',
  goal: { kind: 'mate', within: 3 },
  replies: { a: 'b' },
  wrong: [
    { moves: ['x'], text: 'x is no good' },
    { moves: ['y'], text: 'y is no good' },
  ],
  otherwise: 'nothing is',
  hint: '',
  done: '',
  solution: ['a', 'b', 'c'],
}

/** Returns an attempt at a step with these verdicts by the moves played; each failure happens once. */
function attempt(verdicts: Record<string, Verdict>, failing: string[] = []) {
  const fails = (what: string) => {
    const i = failing.indexOf(what)
    if (i < 0) return
    failing.splice(i, 1)
    throw new Error('out of reach')
  }
  const rules = () =>
    ({
      views: async (line: Line, from: number) => {
        fails(line.moves.join(' '))
        return [
          {
            ply: from,
            turn: 'black',
            san: line.moves.at(-1),
            narration: ['says ' + line.moves.join(' ')],
          } as unknown as BoardView,
        ]
      },
      choices: async (line: Line) => ({ ply: line.moves.length, routes: [] }) as Choices,
    }) as unknown as Rules
  const asked: string[] = []
  const around = {
    rules,
    refusal: async (line: Line, from: string, to: string) => `${line.moves.length}: not ${from}${to}`,
    pause: async () => {},
  }
  const made = new Attempt(step, around, async (_, moves) => {
    asked.push(moves.join(' '))
    fails('judge')
    return verdicts[moves.join(' ')]!
  })
  return { made, asked }
}

const winning: Record<string, Verdict> = {
  a: { state: 'on', reply: 'b' },
  'a b c': { state: 'done' },
  x: { state: 'wrong', why: 1 },
  z: { state: 'wrong' },
}

describe('an attempt', () => {
  it('is done by the right moves, with the answer between them', async () => {
    const { made, asked } = attempt(winning)
    await made.begin()
    expect(made.color).toBe('black')
    await made.play('a')
    expect(made.phase).toBe('open')
    expect(made.reply).toEqual({ san: 'b', narration: ['says a b'] })
    await made.play('c')
    expect(made.phase).toBe('done')
    expect(made.right?.narration).toEqual(['says a b c'])
    expect(asked).toEqual(['a', 'a b c'])
    await made.play('d') // nothing more is played
    expect(asked).toEqual(['a', 'a b c'])
  })

  it('says why a move is wrong, and takes it back', async () => {
    const { made } = attempt(winning)
    await made.begin()
    await made.play('x')
    expect([made.phase, made.why, made.wrong?.narration, made.mistakes]).toEqual([
      'wrong',
      'x is no good',
      ['says x'],
      1,
    ])
    await made.play('a') // not before the wrong one is taken back
    expect(made.player.moves).toEqual(['x'])
    await made.retry()
    expect([made.phase, made.player.moves]).toEqual(['open', []])
    await made.play('z')
    expect([made.phase, made.why, made.mistakes]).toEqual(['wrong', 'nothing is', 2])
    await made.retry()
    await made.retry() // a second press does nothing
    expect(made.player.moves).toEqual([])
  })

  it('says why a move is not legal, until one is played', async () => {
    const { made } = attempt(winning)
    await made.begin()
    await made.refuse('e2', 'e5')
    expect(made.refusal).toBe('0: not e2e5')
    await made.play('a')
    expect(made.refusal).toBe('')
    await made.play('c')
    await made.refuse('e2', 'e5') // the step is over
    expect(made.refusal).toBe('')
  })

  it('hints at the solution, unless another way was taken', async () => {
    const { made } = attempt({ ...winning, d: { state: 'on', reply: 'b' } })
    for (const [move, ...hints] of [
      ['a', 'a', '', 'c'],
      ['d', 'a', '', ''],
    ]) {
      await made.begin()
      made.giveHint()
      const found = [made.hint]
      await made.play(move!)
      found.push(made.hint)
      made.giveHint()
      expect([...found, made.hint]).toEqual(hints)
    }
  })

  it('shows the solution and restarts', async () => {
    const { made } = attempt(winning)
    await made.begin()
    await made.play('z')
    await made.show()
    expect([made.phase, made.shown, made.player.moves]).toEqual(['done', 1, ['a', 'b', 'c']])
    await made.begin()
    expect([made.phase, made.shown, made.player.moves, made.reply]).toEqual(['open', 0, [], null])
  })

  it('can try again when the rules or the judge do not answer', async () => {
    const { made } = attempt(winning, ['x', 'judge'])
    await made.begin()
    await made.play('x') // the move cannot be shown
    expect([made.phase, made.fault, made.player.moves]).toEqual(['open', 'out of reach', []])
    await made.play('x') // the judge does not answer
    expect([made.phase, made.fault, made.player.moves]).toEqual(['open', 'out of reach', []])
    await made.play('x')
    expect([made.phase, made.fault]).toEqual(['wrong', ''])
  })

  it('ignores answers from before a restart', async () => {
    const { made } = attempt(winning)
    await made.begin()
    const playing = made.play('a')
    await made.begin()
    await playing
    expect([made.phase, made.player.moves, made.verdict]).toEqual(['open', [], null])
  })
})
