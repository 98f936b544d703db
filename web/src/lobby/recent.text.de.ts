// Texte zu dem, was ein Konto auf der Startseite von sich sieht.
import type * as en from './recent.text'

export const recent = {
  ratings: 'Deine Wertungen',
  games: 'Deine letzten Partien',
  all: 'Alle deine Partien',
  ended: { won: 'gewonnen', lost: 'verloren', drawn: 'remis', none: 'ohne Ergebnis' },
} satisfies typeof en.recent
