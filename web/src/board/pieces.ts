// The drawings of the pieces, inserted into the document once; <use href="#piece-K"> shows one.

import sprite from '../gen/pieces.svg?raw'
import '../gen/look.css'

let loaded = false

/** Inserts the drawings into the document, once. */
export function loadPieces(): void {
  if (loaded || typeof document === 'undefined') return
  loaded = true
  const parsed = new DOMParser().parseFromString(sprite, 'image/svg+xml').documentElement
  const svg = document.importNode(parsed, true)
  svg.style.position = 'absolute' // takes no space
  document.body.prepend(svg)
}

/** Returns the link to the drawing of a piece, given by its FEN letter. */
export function href(piece: string): string {
  return '#piece-' + piece
}
