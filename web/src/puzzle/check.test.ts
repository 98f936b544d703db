import { expect, test, vi } from 'vitest'
import type { Port } from '../rules/port'
import { Oracle, OracleError } from '../rules/oracle'
import type { EngineInfo } from '../net/types'
import { checkPuzzle } from './check'
import { asGood, chance } from './mistake'

type Command = Record<string, unknown> & { t: string; id: number }

function worker(answer: (c: Command) => Record<string, unknown>) {
  const seen: Command[] = []
  const open = (): Port => {
    const port: Port = {
      onmessage: null,
      onerror: null,
      terminate: vi.fn(),
      postMessage(text) {
        const c = JSON.parse(text) as Command
        seen.push(c)
        queueMicrotask(() =>
          port.onmessage?.({ data: JSON.stringify({ id: c.id, ...answer(c) }) } as MessageEvent<string>),
        )
      },
    }
    queueMicrotask(() => port.onmessage?.({ data: '{"t":"readyok","id":0}' } as MessageEvent<string>))
    return port
  }
  return { oracle: new Oracle(open), seen }
}

test('a sound puzzle', async () => {
  const puzzle = { id: 'abc', moves: ['e2e4'] }
  const { oracle, seen } = worker(() => ({ t: 'puzzle', puzzle }))
  expect(await checkPuzzle(oracle, 'shrink', 'K/k w - - 0 1')).toEqual({ puzzle })
  expect(seen[0]).toMatchObject({ t: 'puzzle', variant: 'shrink', fen: 'K/k w - - 0 1' })
})

test('a flaw with its second solution', async () => {
  const { oracle } = worker(() => ({
    t: 'flaw',
    flaw: { kind: 'second-solution', text: 'both mate', moves: ['e2e4', 'd2d4'] },
  }))
  expect(await checkPuzzle(oracle, 'shrink', 'x')).toEqual({
    flaw: { kind: 'second-solution', text: 'both mate', moves: ['e2e4', 'd2d4'], line: [] },
  })
})

test('questions are answered in turn, and errors reject', async () => {
  const { oracle } = worker((c) =>
    c['fen'] === 'bad' ? { t: 'error', text: 'no' } : { t: 'puzzle', puzzle: { id: c['fen'] } },
  )
  const [a, b, c] = await Promise.allSettled(['a', 'bad', 'c'].map((fen) => checkPuzzle(oracle, 'shrink', fen)))
  expect(a).toMatchObject({ value: { puzzle: { id: 'a' } } })
  expect((b as PromiseRejectedResult).reason).toBeInstanceOf(OracleError)
  expect(c).toMatchObject({ value: { puzzle: { id: 'c' } } })
})

const info = (cp?: number, mate?: number) => ({ lines: [{ score: { cp, mate } }] }) as unknown as EngineInfo

test('chances', () => {
  expect(chance(info(0))).toBe(0.5)
  expect(chance(info(undefined, -2))).toBe(0)
  expect(chance(undefined)).toBeUndefined()
})

test.each([
  ['white', 'a1a2', true],
  ['white', 'a1a3', false],
  ['black', 'a1a3', true],
] as const)('%s plays %s: as good is %s', async (color, move, good) => {
  const scores: Record<string, number> = { a1a2: 190, a1a3: -100, best: color === 'white' ? 200 : -90 }
  const { oracle } = worker((c) => ({ t: 'bestmove', info: info(scores[(c['moves'] as string[]).at(-1)!]) }))
  expect(await asGood(oracle, { variant: 'shrink', fen: '', moves: [] }, color, move, 'best')).toBe(good)
})
