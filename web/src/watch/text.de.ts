// Texte der Seite Zuschauen, ihrer Kanäle und der Liste analysierter Partien.
import type * as en from './text'
import { colors } from '../ui/text.de'
import { displaySan, numbered } from '../ui/moves.svelte'

export const watch = {
  title: 'Zuschauen',
  intro: 'Die beste laufende Partie jeder Variante, Zug für Zug.',
  search: 'Beendete Partien suchen',
  failed: 'Die Partien konnten nicht geladen werden: Der Server ist nicht erreichbar. Neuer Versuch …',
  stale: 'Die Verbindung ist unterbrochen. Was du siehst, kann veraltet sein.',
  live: 'live',
  next: 'Gleich folgt die nächste Partie …',
  past: 'Letzte Partie',
  none: 'Noch keine Partie.',
  play: 'Selbst spielen',
  yours: 'Deine Partie',
  followLabel: (title) => `Dem Brett folgen: ${title}`,
  gameLabel: (title, white, black) => `${title}: ${white} – ${black}`,
} satisfies typeof en.watch

export const channel = {
  title: (title, live) => (live ? `${title}: live` : title),
  missing: 'Diesen Kanal gibt es nicht',
  all: 'Alle Kanäle',
  open: 'Partie öffnen',
  share: 'Im Stream zeigen …',
  about: 'Dieses Brett geht einige Sekunden nach dem Ende von selbst zur nächsten Partie.',
  pastWhy: 'Zurzeit läuft keine Partie. Das ist die letzte; die nächste erscheint hier von selbst.',
  noneWhy: 'Zurzeit läuft keine Partie. Die nächste erscheint hier von selbst.',
  yourWhy: 'Diese Partie spielst du selbst.',
  announce: (white, black) => `Nächste Partie: ${white} – ${black}.`,
  shareTitle: 'Brett für Streams',
  shareHelp:
    'Füge den Code in eine Seite ein oder die Adresse in eine Browserquelle deines Streamingprogramms. Das Brett geht von selbst zur nächsten Partie. Ohne Cookies.',
  address: 'Adresse',
  background: 'Hintergrund',
  backgrounds: { plain: 'Einfarbig', transparent: 'Durchsichtig' },
} satisfies typeof en.channel

export const reviews = {
  title: 'Analysierte Partien',
  intro: 'Beendete Partien mit einer Computeranalyse.',
  feed: 'Atom-Feed',
  none: 'Noch keine Partie ist analysiert. Öffne eine deiner beendeten Partien und fordere eine Computeranalyse an.',
  failed: (why) => `Die analysierten Partien konnten nicht geladen werden: ${why}`,
  more: 'Ältere Partien zeigen',
  accuracy: (percent) => (percent === undefined ? '–' : `${percent.toFixed(0)} %`),
  accuracyLabel: 'Genauigkeit',
  moment: (m, sign) =>
    `Entscheidend: ${numbered(m, displaySan(m.san) + sign)}${m.better && m.better !== m.san ? ` statt ${displaySan(m.better)}` : ''}`,
  quiet: 'Kein Fehler auf beiden Seiten.',
  label: (title, white, black) => `Analyse: ${title}, ${white} – ${black}`,
  sides: colors,
} satisfies typeof en.reviews

export const streamed = {
  wrong: 'Unter dieser Adresse gibt es keinen Kanal. Verwende /embed/watch/VARIANTE, etwa /embed/watch/shrink.',
  unreachable: 'Der Server ist nicht erreichbar. Neuer Versuch …',
  none: 'Zurzeit läuft keine Partie. Die nächste erscheint hier.',
  board: (title) => `Brett: ${title}`,
  open: 'Partie auf wane öffnen',
} satisfies typeof en.streamed
