import { beforeEach, expect, test, vi } from 'vitest'
import { noteLevel, noteWin } from '../lobby/levels'
import { drillsOf, ladderOf, nextRung } from './ladder'
import { saveProgress } from './progress'

beforeEach(() => {
  const kept: Record<string, string> = {}
  vi.stubGlobal('localStorage', {
    getItem: (k: string) => kept[k] ?? null,
    setItem: (k: string, v: string) => (kept[k] = v),
  })
})
const next = (variant: string) => {
  const rung = nextRung(ladderOf(variant))
  return rung && [rung.kind, rung.done, rung.next]
}

test('the lesson comes first, then drills, then the computer from level 1', () => {
  expect(next('shrink')).toEqual(['lesson', 0, 1])
  saveProgress('shrink', ['done', 'seen', '', '', 'done'])
  expect(next('shrink')).toEqual(['lesson', 2, 3])
  saveProgress('shrink', ['done', 'done', 'seen', 'done', 'done'])
  expect(next('shrink')).toEqual(['lesson', 4, 5]) // what was shown is not done
  saveProgress('shrink', Array(5).fill('done'))
  expect(next('shrink')).toEqual(['drills', 0, 1])
  saveProgress(drillsOf('shrink'), ['done', 'done'])
  expect(next('shrink')).toEqual(['drills', 2, 3])
  saveProgress(drillsOf('shrink'), Array(10).fill('done'))
  noteLevel('shrink', 4) // a choice, not a win
  expect(next('shrink')).toEqual(['levels', 0, 1])
  noteWin('shrink', 1)
  expect(next('shrink')).toEqual(['levels', 1, 2])
  noteWin('shrink', 8)
  expect([next('shrink'), next('convergent')]).toEqual([undefined, ['lesson', 0, 1]])
})
