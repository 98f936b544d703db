// Texte über Spieler und Bedenkzeiten.
import type * as en from './player.text'
import { figure, isolate, plural } from './text.de'

export const control = ((c) => {
  if (c.days) return `${plural(c.days, 'Tag', 'Tage')} pro Zug`
  if (!c.base && !c.increment) return 'unbegrenzt'
  const minutes = (c.base ?? 0) / 60000
  const shown =
    { 0.25: '¼', 0.5: '½', 0.75: '¾', 1.5: '1½' }[minutes] ?? figure(minutes, Number.isInteger(minutes) ? 0 : 2)
  return `${shown} + ${(c.increment ?? 0) / 1000}`
}) satisfies typeof en.control

export const rating = ((s) => `${s.rating ?? ''}${s.provisional ? '?' : ''}`) satisfies typeof en.rating

export const badge = {
  program: 'Computerprogramm',
  guest: 'Gast',
  title: 'Titel',
  rating: (provisional) => (provisional ? 'vorläufige Wertung' : 'Wertung'),
  tag: 'Gäste wählen ihre Namen selbst. Dieses Kennzeichen unterscheidet Gäste mit gleichem Namen.',
} satisfies typeof en.badge

export const titles = {
  GM: 'Großmeister',
  IM: 'Internationaler Meister',
  FM: 'FIDE-Meister',
  CM: 'Meisterkandidat',
  NM: 'Nationaler Meister',
  WGM: 'Großmeisterin der Frauen',
  WIM: 'Internationale Meisterin der Frauen',
  WFM: 'FIDE-Meisterin der Frauen',
  WCM: 'Meisterkandidatin der Frauen',
  WNM: 'Nationale Meisterin der Frauen',
} satisfies typeof en.titles

export const fullName = ((s) => (s.tag ? `${seat(s)} #${s.tag}` : seat(s))) satisfies typeof en.fullName

export const seat: typeof en.seat = (s) => {
  if (s.level) return `Computer, Stufe ${s.level}`
  return s.name ? (s.title ? `${s.title} ` : '') + isolate(s.name) : s.taken ? 'Gast' : '…'
}
