// What the server has to learn, in the page's language.
import { call } from '../net/api'
import { language } from '../net/sentences.text'

/** The language to ask for: English is what is answered anyway. */
const query = () => ({ lang: language === 'en' ? undefined : (language as 'de') })

export const courseOf = (variant: string) => call('GET', '/learn/{variant}', { path: { variant }, query: query() })
export const annotatedGame = (variant: string, name: string) =>
  call('GET', '/learn/{variant}/games/{name}', { path: { variant, name }, query: query() })
