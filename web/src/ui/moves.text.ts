/** The letters of king, queen, rook, bishop and knight in moves. */
export const letters = 'KQRBN'
