// What the rules and the server say. They speak English, which is what the page shows unless it
// is in another language.

/** The language of the texts. */
export const language: string = 'en'

/** What an error says if the server is unreachable. */
export const unreachable: string = 'the server is unreachable. Check your connection and try again.'

/** Puts a sentence of the rules or the server into the page's language: without words for programs. */
export const say = (sentence: string): string =>
  sentence.replace(/\bparse FEN: (.)/, (_, first: string) => first.toUpperCase())

/** Puts all that the rules or the server say within their answer into the page's language, in place. */
export const sayAll = <T>(answer: T): T => answer
