import { beforeEach, describe, expect, it, vi } from 'vitest'
import { keep, progress } from './progress'

let kept: Record<string, string>
beforeEach(() => {
  kept = {}
  vi.stubGlobal('localStorage', {
    getItem: (k: string) => kept[k] ?? null,
    setItem: (k: string, v: string) => {
      kept[k] = v
    },
  })
})

describe('progress', () => {
  it('is kept for each game', () => {
    expect(progress('shrink', 3)).toEqual([false, false, false])
    keep('shrink', [true, false, true])
    keep('cheshire', [true])
    expect(progress('shrink', 3)).toEqual([true, false, true])
    expect(progress('shrink', 5)).toEqual([true, false, true, false, false])
    expect(progress('cheshire', 1)).toEqual([true])
  })

  it('begins anew where what was kept is broken', () => {
    for (const text of ['', 'null', '[', '{"shrink":"x"}', '{"shrink":[1,"true"]}']) {
      kept['wane-learned'] = text
      expect(progress('shrink', 2)).toEqual([false, false])
    }
    keep('shrink', [true, true])
    expect(progress('shrink', 2)).toEqual([true, true])
  })

  it('does without a browser that keeps things', () => {
    vi.stubGlobal('localStorage', undefined)
    keep('shrink', [true])
    expect(progress('shrink', 1)).toEqual([false])
  })
})
