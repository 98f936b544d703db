// The user's preferences. They stay in this browser, and hold in all of its tabs.

import { appearance } from './appearance.svelte'
import { notation } from './moves.svelte'
import { setVolume } from './sound'
import { PrefsStorage, storageKey, type Prefs } from '../net/storedprefs'
import { local } from '../net/stored'

const storage = new PrefsStorage(local)

/** The preferences; assign to a field to change it. */
export const prefs: Prefs = $state(storage.read())

const dark = matchMedia('(prefers-color-scheme: dark)')
const still = matchMedia('(prefers-reduced-motion: reduce)')
const system = $state({ dark: dark.matches, still: still.matches })
dark.addEventListener('change', () => (system.dark = dark.matches))
still.addEventListener('change', () => (system.still = still.matches))

/** Reports whether the page is dark. */
export function isDark() {
  return prefs.theme === 'auto' ? system.dark : prefs.theme === 'dark'
}

/** Returns whether boards are animated, by default as the system wants. */
export function motion(): 'full' | 'none' {
  return prefs.motion === 'none' || (prefs.motion === 'auto' && system.still) ? 'none' : 'full'
}

/**
 * Applies the preferences, now and after every change, also in another tab, and stores what the user changes. Called
 * once.
 */
export function startPrefs() {
  addEventListener('storage', (e) => {
    if (e.key === storageKey) Object.assign(prefs, storage.receive(e.newValue))
  })
  $effect.root(() => {
    $effect.pre(() => {
      storage.write($state.snapshot(prefs))
    })
    $effect.pre(() => {
      const page = document.documentElement
      page.dataset['theme'] = isDark() ? 'dark' : 'light'
      page.dataset['pieces'] = prefs.pieces
      page.toggleAttribute('data-zen', prefs.zen)
      page.style.setProperty('--board-size', `${prefs.size / 100}`)
    })
    $effect.pre(() => {
      appearance.boards = { ...prefs.boards }
      appearance.slowness = { auto: 1, slow: 1.8, normal: 1, fast: 0.5, none: 1 }[prefs.motion]
      appearance.motion = motion()
      appearance.coordinates = prefs.coordinates
      appearance.confirm = prefs.confirm === 'always'
      appearance.queen = prefs.queen
      notation.figurines = prefs.figurines
      setVolume(prefs.volume / 100)
    })
  })
}
