// How moves are shown: with the letters of the page's language or with figurines. Kept, copied and exported is SAN.

import { letters } from './moves.text'
import { pieces } from './text'

/** Whether moves have figurines instead of letters. */
export const notation = $state({ figurines: false })

const standard = 'KQRBN'
const king = '♔'.charCodeAt(0) // the others follow in the same order

/** Puts a move in SAN, or several, into what users read. */
export const displaySan = (san: string, figurines = notation.figurines): string =>
  san.replace(/[KQRBN]/g, (letter) => {
    const i = standard.indexOf(letter)
    return figurines ? String.fromCharCode(king + i) : letters[i]!
  })

/** The number of a move and what is written before a move: “12. ” or, of Black, “12… ”. */
export const numbered = (m: { number: number; color: 'white' | 'black' }, move: string): string =>
  `${m.number}${m.color === 'white' ? '.' : '…'} ${move}`

/** Splits a text at its figurines, which have the odd places. */
export const split = (text: string): string[] => text.split(/([♔-♘])/)

/** The word for a figurine. */
export const wordOf = (figurine: string): string =>
  `${pieces[standard[figurine.charCodeAt(0) - king]!.toLowerCase()]!} `

/** Puts a move in SAN, or several, into what screen readers say: words instead of figurines. */
export const spokenSan = (san: string): string =>
  split(displaySan(san))
    .map((part, i) => (i % 2 ? wordOf(part) : part))
    .join('')

/** Puts a typed move into SAN: figurines, and letters of the page's language that mean nothing else. */
export const toSan = (move: string): string =>
  move
    .replace(/[♔-♘♚-♞]/g, (figurine) => standard[(figurine.charCodeAt(0) - king) % 6]!)
    .replace(/[A-Z]/g, (letter) => (standard.includes(letter) ? letter : (standard[letters.indexOf(letter)] ?? letter)))
