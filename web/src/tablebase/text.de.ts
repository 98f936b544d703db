// Texte der Endspieltabellen.
import type * as en from './text'
import { colors, plural } from '../ui/text.de'

const others = { white: colors.black, black: colors.white }

export const tablebase = {
  tab: 'Endspiel',
  title: 'Endspieltabelle',
  failed: (why) => `Die Endspieltabelle konnte nicht geladen werden: ${why}`,
  over: 'Die Partie ist beendet.',
  about: 'Perfektes Spiel für jede Stellung mit wenigen Figuren. Ohne 50-Züge-Regel und Stellungswiederholung.',
  moves: 'Alle Züge',
  groups: { win: 'Gewinnt', draw: 'Remis', loss: 'Verliert' },
  count: (n) => plural(n, 'Zug', 'Züge'),
  distance: (m) => {
    if (m.checkmate) return 'Schachmatt'
    if (m.stalemate) return 'Patt'
    if (m.category === 'draw') return ''
    return m.category === 'win' ? `Matt in ${m.mate}` : `matt in ${m.mate}`
  },
  plies: (m) => (m.plies ? plural(m.plies, 'Halbzug', 'Halbzüge') : ''),
} satisfies typeof en.tablebase

export const verdict = ((e) => {
  if (e.checkmate) return `Schachmatt: ${others[e.turn]} hat gewonnen`
  if (e.stalemate) return e.category === 'loss' ? `Patt: ${others[e.turn]} hat gewonnen` : 'Patt: Remis'
  if (e.category === 'draw') return 'Remis'
  return `${e.category === 'win' ? colors[e.turn] : others[e.turn]} gewinnt: Matt in ${e.mate}${e.counted ? ', falls die Zugzahl nicht vorher zum Remis führt' : ''}`
}) satisfies typeof en.verdict
