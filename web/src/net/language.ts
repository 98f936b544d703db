// The language of the page, which is chosen when it loads. The texts in English are part of
// the scripts; those in another language are loaded before the first page is shown. The server chooses in the same way,
// so that the browser loads them together with the scripts.

import { local } from './stored'
import { keepLanguage, languages, readPrefs, storageKey, type Language } from './storedprefs'

type Texts = (typeof import('./german'))['texts']

/** Returns the language to use: the setting, or else the first that the user reads and the page has. */
export function choose(setting: 'auto' | Language, accepted: readonly string[]): Language {
  if (setting !== 'auto') return setting
  for (const tag of accepted) {
    const found = languages.find((l) => l === tag.toLowerCase().split('-')[0])
    if (found) return found
  }
  return 'en'
}

const setting = (): 'auto' | Language => readPrefs(local.getItem(storageKey)).language

/** How long the page waits for its texts, in ms. */
const patience = 4000

let texts: Texts | undefined
const waiting: ((t: Texts) => void)[] = []

/** Gives a module the texts of another language, at once or when they are loaded; scripts/texts.mjs calls it. */
export function translate(use: (t: Texts) => void) {
  if (texts) use(texts)
  else waiting.push(use)
}

/** Loads the texts in the user's language; without them the page is in English. */
export async function loadTexts() {
  const chosen = setting()
  keepLanguage(chosen)
  if (choose(chosen, navigator.languages) === 'de') {
    try {
      const late = new Promise<undefined>((resolve) => setTimeout(resolve, patience))
      texts = await Promise.race([import('./german').then((german) => german.texts), late])
    } catch {
      // The server is unreachable, or has a newer page.
    }
  }
  document.documentElement.lang = texts ? 'de' : 'en'
  if (texts) for (const use of waiting.splice(0)) use(texts)
}
