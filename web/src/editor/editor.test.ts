import { beforeEach, describe, expect, it } from 'vitest'
import { draftOf } from './fixtures'
import { ApiError } from '../net/api'
import { Editor } from './editor.svelte'
import type { Draft, DraftEdit, DraftState } from '../net/types'

// The rules are tested in Go; here every edit appends its text to the FEN.
let asked: { state: DraftState; edit: DraftEdit }[]
let answer: (state: DraftState, edit: DraftEdit) => Promise<Draft>
let s: Editor
const fen = () => s.draft?.state.fen

beforeEach(async () => {
  asked = []
  answer = async (state, edit) => {
    if (edit.text === 'bad') throw new Error('no such thing')
    const next = (state.fen ?? '') + (edit.text ?? '')
    return draftOf('', '', { state: { variant: state.variant, fen: next } })
  }
  s = new Editor((state, edit) => {
    asked.push({ state, edit })
    return answer(state, edit)
  })
  await s.open('shrink', 'a')
})

const write = (text: string, stroke?: number) => s.edit({ do: 'fen', text }, stroke)

describe('a position that is being set up', () => {
  it('opens with a game and a text', () => {
    expect(asked).toEqual([{ state: { variant: 'shrink' }, edit: { do: 'fen', text: 'a' } }])
    expect([fen(), s.at, s.canUndo, s.canRedo]).toEqual(['a', 0, false, false])
  })
  it('undoes and redoes', async () => {
    await write('b')
    await write('c')
    s.undo()
    s.undo()
    expect([fen(), s.canUndo, s.canRedo]).toEqual(['a', false, true])
    s.undo()
    s.redo()
    expect(fen()).toBe('ab')
    await write('d') // and c is forgotten
    expect([fen(), s.canRedo]).toEqual(['abd', false])
    s.redo()
    expect(fen()).toBe('abd')
  })
  it('shows each step as the next board view', async () => {
    await write('b')
    expect([s.view?.ply, s.at]).toEqual([1, 1])
    s.undo()
    expect(s.view?.ply).toBe(0)
  })
  it('makes edits in order when answers are slow', async () => {
    const before = answer
    const waits: (() => void)[] = []
    answer = (state, edit) => new Promise<void>((f) => waits.push(f)).then(() => before(state, edit))
    const done = Promise.all([write('b'), write('c')])
    await Promise.resolve()
    expect(asked.length).toBe(2) // the second waits for the first
    waits[0]!()
    await new Promise((f) => setTimeout(f))
    expect(asked.at(-1)).toEqual({ state: { variant: 'shrink', fen: 'ab' }, edit: { do: 'fen', text: 'c' } })
    waits[1]!()
    await done
    expect(fen()).toBe('abc')
  })
  it('undoes a stroke as one step', async () => {
    await write('b', 7)
    await write('c', 7)
    await write('d', 8)
    expect([fen(), s.at]).toEqual(['abcd', 2])
    s.undo()
    expect(fen()).toBe('abc')
    s.undo()
    expect(fen()).toBe('a')
    await write('x', 8) // after going back, it is another stroke
    expect([fen(), s.at]).toEqual(['ax', 1])
  })
  it('ignores an edit that changes nothing', async () => {
    await write('')
    expect([s.at, s.canUndo]).toEqual([0, false])
  })
  it('reports that the server does not answer', async () => {
    answer = () => Promise.reject(new ApiError(0, 'offline', 'Failed to fetch'))
    await write('b')
    expect(s.problem).toBe('Failed to fetch')
  })
  it('reports why an edit was rejected and continues', async () => {
    expect(await write('bad')).toBeNull()
    expect([fen(), s.problem, s.at]).toEqual(['a', 'no such thing', 0])
    await write('b')
    expect([fen(), s.problem]).toEqual(['ab', ''])
  })
  it('ignores answers for a closed draft', async () => {
    const before = answer
    let go!: () => void
    answer = (state, edit) => new Promise<void>((f) => (go = f)).then(() => before(state, edit))
    const late = write('b')
    await Promise.resolve()
    answer = before
    await s.open('chess', 'z')
    go()
    expect(await late).toBeNull()
    expect([s.draft?.state.variant, fen(), s.canUndo]).toEqual(['chess', 'z', false])
  })
  it('rejects a draft that cannot be opened', async () => {
    await expect(s.open('draughts', 'bad')).rejects.toThrow('no such thing')
    expect(fen()).toBe('a')
  })
  it('reports whether the position is valid', async () => {
    expect(s.valid).toBe(true)
    answer = async () => draftOf('', '', { faults: [{ text: 'no king' }] })
    await write('b')
    expect(s.valid).toBe(false)
  })
})
