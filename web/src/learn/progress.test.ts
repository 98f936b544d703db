import { beforeEach, describe, expect, it, vi } from 'vitest'
import { loadProgress, saveProgress } from './progress'

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
    expect(loadProgress('shrink', 3)).toEqual([false, false, false])
    saveProgress('shrink', [true, false, true])
    saveProgress('cheshire', [true])
    expect(loadProgress('shrink', 3)).toEqual([true, false, true])
    expect(loadProgress('shrink', 5)).toEqual([true, false, true, false, false])
    expect(loadProgress('cheshire', 1)).toEqual([true])
  })

  it('starts empty if the stored value is broken', () => {
    for (const text of ['', 'null', '[', '{"shrink":"x"}', '{"shrink":[1,"true"]}']) {
      kept['wane-learned'] = text
      expect(loadProgress('shrink', 2)).toEqual([false, false])
    }
    saveProgress('shrink', [true, true])
    expect(loadProgress('shrink', 2)).toEqual([true, true])
  })

  it('works without storage', () => {
    vi.stubGlobal('localStorage', undefined)
    saveProgress('shrink', [true])
    expect(loadProgress('shrink', 1)).toEqual([false])
  })
})
