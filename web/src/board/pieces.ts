// The drawings of the pieces, put into the document once; <use href="#piece-K"> shows one.

import sprite from '../gen/pieces.svg?raw'
import '../gen/look.css'

let isThere = false

/** Puts the drawings into the document if they are not there yet. */
export function loadPieces(): void {
  if (isThere || typeof document === 'undefined') return
  isThere = true
  const parsed = new DOMParser().parseFromString(sprite, 'image/svg+xml').documentElement
  const svg = document.importNode(parsed, true)
  svg.style.position = 'absolute' // it takes no room
  document.body.prepend(svg)
}

/** Returns the address of a piece's drawing. */
export function href(piece: string): string {
  return '#piece-' + piece
}
