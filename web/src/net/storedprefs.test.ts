import { describe, expect, it, vi } from 'vitest'
import { defaults, keepLanguage, PrefsStorage, readPrefs, storageKey, writePrefs, type Prefs } from './storedprefs'

describe('stored preferences', () => {
  it('are read back', () => {
    const chosen: Prefs = {
      ...defaults,
      theme: 'dark',
      pieces: 'flat',
      boards: { ...defaults.boards, trio: 'ink' },
      size: 70,
      zen: true,
      confirm: 'days',
    }
    expect(readPrefs(writePrefs(chosen))).toEqual(chosen)
  })
  it.each([null, '', '{', 'null', '7', '[]', '"dark"', '{"version":2,"boards":7}'])(
    '%j: nothing that can be read',
    (text) => {
      expect(readPrefs(text)).toEqual(defaults)
    },
  )
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
    expect(readPrefs(JSON.stringify(stored))).toEqual({
      ...defaults,
      zen: true,
      boards: { ...defaults.boards, classic: 'ocean' },
    })
  })
  it('are new objects each time', () => {
    readPrefs(null).boards.classic = 'ink'
    expect(readPrefs(null).boards.classic).toBe('wood')
  })
})

describe('tabs that share the storage', () => {
  /** Returns a storage that counts what is written. */
  function storage(items: Record<string, string> = {}) {
    const store = new Map(Object.entries(items))
    const written: string[] = []
    return {
      written,
      getItem: (key: string) => store.get(key) ?? null,
      setItem: (key: string, text: string) => (store.set(key, text), written.push(text) > 0),
    }
  }
  it('of an earlier version change nothing', () => {
    const shared = storage({ [storageKey]: '{"version":2,"theme":"dark"}' })
    const tab = new PrefsStorage(shared)
    expect(tab.read().theme).toBe('dark')
    tab.write({ ...tab.read(), pieces: 'flat' })
    expect(tab.receive('{"theme":"light","sound":true}')).toBeNull()
    expect(tab.receive(null)).toBeNull()
    expect(new PrefsStorage(shared).read()).toEqual({ ...defaults, theme: 'dark', pieces: 'flat' })
  })
  it('store what the user changes, never what they read or receive', () => {
    const shared = storage()
    const tab = new PrefsStorage(shared)
    tab.write(tab.read())
    tab.write(tab.receive('{"version":3,"theme":"dark","pieces":"glass"}')!)
    expect(shared.written).toEqual([])
    tab.write({ ...defaults, theme: 'light' })
    expect(shared.written).toHaveLength(1)
  })
  it('of a newer version keep what only they know', () => {
    const shared = storage({ [storageKey]: '{"version":3,"theme":"dark","pieces":"glass","hints":true}' })
    const tab = new PrefsStorage(shared)
    tab.write({ ...tab.read(), zen: true })
    expect(JSON.parse(shared.getItem(storageKey)!)).toEqual({
      version: 3,
      theme: 'dark',
      pieces: 'glass',
      hints: true,
      zen: true,
    })
  })
})

describe('the cookie for the server', () => {
  const page = { cookie: '' }
  it('has the language that was chosen, until none is', () => {
    vi.stubGlobal('location', { protocol: 'https:' })
    keepLanguage('auto', page)
    expect(page.cookie).toBe('')
    keepLanguage('de', page)
    expect(page.cookie).toBe('wane-language=de; path=/; samesite=lax; max-age=31536000; secure')
    keepLanguage('auto', page)
    expect(page.cookie).toContain('max-age=0')
    vi.unstubAllGlobals()
  })
})
