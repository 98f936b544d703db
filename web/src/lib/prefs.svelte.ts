// What a person has chosen for this browser. It never leaves it.

export interface Prefs {
  theme: 'auto' | 'light' | 'dark'
  sound: boolean
  motion: 'auto' | 'full' | 'none'
  coordinates: boolean
  confirm: boolean // a second tap confirms a move
  shortcuts: boolean // single letters do something on the page of a game
}

const key = 'wane-prefs'
const initial: Prefs = { theme: 'auto', sound: true, motion: 'auto', coordinates: true, confirm: false, shortcuts: true }

function stored(): Partial<Prefs> {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(key) ?? '{}')
    return found && typeof found === 'object' ? found : {}
  } catch {
    return {} // a browser that keeps nothing, or what it kept is broken
  }
}

/** The preferences; assign to a field to change it. */
export const prefs: Prefs = $state({ ...initial, ...stored() })

const dark = matchMedia('(prefers-color-scheme: dark)')
const still = matchMedia('(prefers-reduced-motion: reduce)')
const system = $state({ dark: dark.matches, still: still.matches })
dark.addEventListener('change', () => (system.dark = dark.matches))
still.addEventListener('change', () => (system.still = still.matches))

/** Whether the page is dark now. */
export function isDark() {
  return prefs.theme === 'auto' ? system.dark : prefs.theme === 'dark'
}

/** How much may move: what the person chose here, or else told the system. */
export function motion(): 'full' | 'none' {
  return prefs.motion === 'auto' ? (system.still ? 'none' : 'full') : prefs.motion
}

/** Keeps the preferences and applies the theme from now on. Called once. */
export function startPrefs() {
  $effect.root(() => {
    $effect(() => {
      const text = JSON.stringify(prefs)
      try {
        localStorage.setItem(key, text)
      } catch {
        // Private windows may refuse; the choice then lasts until the page closes.
      }
    })
    $effect(() => {
      document.documentElement.dataset.theme = isDark() ? 'dark' : 'light'
    })
  })
}
