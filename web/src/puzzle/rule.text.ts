// What a chess player has to know of a variant before the first puzzle.

export const rule = {
  learn: 'Learn it',
  /** By the family without the size of its board. */
  of: {
    shrink: 'A rank or file that a move leaves empty disappears, and the board closes up.',
    convergent:
      'Queens jump one or two squares, rooks and bishops go up to three. A piece on a royal square of the opponent (d1, e1 or d8, e8) gives check.',
    diminuendo: 'A captured piece returns on the middle square z, one step weaker, and plays on for its side.',
    cheshire:
      'The square that a piece leaves vanishes: no piece may stop there, all may pass over it. A king that has not moved is also a queen.',
  } as Record<string, string>,
}
