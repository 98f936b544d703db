// The user's preferences. They stay in this browser.

export interface Prefs {
  theme: 'auto' | 'light' | 'dark'
  sound: boolean
  motion: 'auto' | 'full' | 'none'
  coordinates: boolean
  confirm: boolean // a second tap confirms a move
  shortcuts: boolean // single letters are shortcuts on pages with a board
}

const key = 'wane-prefs'
const initial: Prefs = { theme: 'auto', sound: true, motion: 'auto', coordinates: true, confirm: false, shortcuts: true }

function stored(): Partial<Prefs> {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(key) ?? '{}')
    return found && typeof found === 'object' ? found : {}
  } catch {
    return {} // storage is blocked or damaged
  }
}

/** The preferences; assign to a field to change it. */
export const prefs: Prefs = $state({ ...initial, ...stored() })

const dark = matchMedia('(prefers-color-scheme: dark)')
const still = matchMedia('(prefers-reduced-motion: reduce)')
const system = $state({ dark: dark.matches, still: still.matches })
dark.addEventListener('change', () => (system.dark = dark.matches))
still.addEventListener('change', () => (system.still = still.matches))

/** Reports whether the page is dark. */
export function isDark() {
  return prefs.theme === 'auto' ? system.dark : prefs.theme === 'dark'
}

/** Returns the animation preference, by default the system's. */
export function motion(): 'full' | 'none' {
  return prefs.motion === 'auto' ? (system.still ? 'none' : 'full') : prefs.motion
}

/** Stores the preferences and applies the theme, now and after every change. Called once. */
export function startPrefs() {
  $effect.root(() => {
    $effect(() => {
      const text = JSON.stringify(prefs)
      try {
        localStorage.setItem(key, text)
      } catch {
        // Storage is blocked: the preferences last as long as the page.
      }
    })
    $effect(() => {
      document.documentElement.dataset.theme = isDark() ? 'dark' : 'light'
    })
  })
}
