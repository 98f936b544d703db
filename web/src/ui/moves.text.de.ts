/** Die Buchstaben von König, Dame, Turm, Läufer und Springer in Zügen. */
export const letters = 'KDTLS'
