import { expect, test } from 'vitest'
import { endedFor } from './ended'

const me = { name: 'Ann', taken: true, you: true }
const other = { name: 'Ben', taken: true }

test.each([
  [me, other, '1-0', 'won'],
  [me, other, '0-1', 'lost'],
  [other, me, '0-1', 'won'],
  [other, me, '1/2-1/2', 'drawn'],
  [me, other, '*', 'none'],
  [me, other, undefined, 'none'],
  [me, me, '1-0', 'none'],
  [other, other, '1-0', 'none'],
] as const)('%j – %j %s: %s', (white, black, result, want) => expect(endedFor({ white, black, result })).toBe(want))
