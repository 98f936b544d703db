import { expect, test } from 'vitest'
import { ApiError, problem } from '../lib/api'
import { unread } from './form'

test('a text without a game that can be read fails with what was left out of it', async () => {
  const left = { warnings: [], skipped: [{ says: 'line 1', line: 1, column: 7, wrong: 'no black pawn can go to e4' }] }
  const e = await problem(new Response(JSON.stringify({ code: 'invalid', detail: 'The games cannot be read.', leftOut: left }), { status: 422 }))
  expect(unread(e, '1. e4 e4')).toEqual({ text: '1. e4 e4', left, none: true })
  expect(unread(new ApiError(422, 'invalid', 'The text has no game.'), '')).toBeNull()
  expect(unread(new Error('offline'), '')).toBeNull()
})
