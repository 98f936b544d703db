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
  it('is kept for each game, and a step that was shown is not done', () => {
    expect(loadProgress('shrink', 3)).toEqual(['', '', ''])
    saveProgress('shrink', ['done', '', 'seen'])
    saveProgress('cheshire', ['done'])
    expect(loadProgress('shrink', 3)).toEqual(['done', '', 'seen'])
    expect(loadProgress('shrink', 5)).toEqual(['done', '', 'seen', '', ''])
    expect(loadProgress('cheshire', 1)).toEqual(['done'])
  })

  it('starts empty if the stored value is broken', () => {
    for (const text of ['', 'null', '[', '{"shrink":"x"}', '{"shrink":[1,"true"]}']) {
      kept['wane-learned'] = text
      expect(loadProgress('shrink', 2)).toEqual(['', ''])
    }
    saveProgress('shrink', ['done', 'done'])
    expect(loadProgress('shrink', 2)).toEqual(['done', 'done'])
  })

  it('works without storage', () => {
    vi.stubGlobal('localStorage', undefined)
    saveProgress('shrink', ['done'])
    expect(loadProgress('shrink', 1)).toEqual([''])
  })
})
