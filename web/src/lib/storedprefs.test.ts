import { describe, expect, it } from 'vitest'
import { defaults, readPrefs, writePrefs, type Prefs } from './storedprefs'

describe('stored preferences', () => {
  it('are read back', () => {
    const chosen: Prefs = { ...defaults, theme: 'dark', pieces: 'flat', boards: { ...defaults.boards, trio: 'ink' }, size: 70, zen: true, confirm: 'days' }
    expect(readPrefs(writePrefs(chosen))).toEqual(chosen)
  })
  it.each([null, '', '{', 'null', '7', '[]', '"dark"', '{"version":2,"boards":7}'])('%j: nothing that can be read', (text) => {
    expect(readPrefs(text)).toEqual(defaults)
  })
  it('ignore each damaged field alone', () => {
    const stored = {
      version: 2,
      theme: 'pink',
      pieces: ['flat'],
      size: 4,
      volume: '9',
      queen: 1,
      zen: true,
      boards: { classic: 'ocean', court: 'jade' },
      other: 1,
    }
    expect(readPrefs(JSON.stringify(stored))).toEqual({ ...defaults, zen: true, boards: { ...defaults.boards, classic: 'ocean' } })
  })
  it('of the first version keep their meaning', () => {
    const old = { theme: 'light', sound: false, motion: 'full', coordinates: false, confirm: true, shortcuts: false }
    expect(readPrefs(JSON.stringify(old))).toEqual({ ...defaults, ...old, motion: 'normal', confirm: 'always' })
    expect(readPrefs('{"motion":"none","confirm":false}')).toEqual({ ...defaults, motion: 'none' })
  })
  it('are new objects each time', () => {
    readPrefs(null).boards.classic = 'ink'
    expect(readPrefs(null).boards.classic).toBe('wood')
  })
})
