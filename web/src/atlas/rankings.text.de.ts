// Texte der Seite der Rangfolgen.
import type * as en from './rankings.text'
import { pieces } from '../ui/text.de'

const places = ['Platz 1', 'Platz 2', 'Platz 3', 'Platz 4', 'Platz 5', 'Platz 6']

export const rankings = {
  title: 'Die 720 Rangfolgen von Diminuendo Chess',
  intro:
    'Eine geschlagene Figur kehrt auf dem Feld z in der Mitte zurück, als die nächste Figurenart der Rangfolge; ebenso eine Figur, die auf z zieht. Jede Reihenfolge der sechs Figurenarten ist eine eigene Variante. Wähle eine Rangfolge und sieh, was aus jeder Figur wird.',
  lesson: 'Neu hier? Lerne das Spiel in fünf Schritten',

  ladder: 'Die Rangfolge',
  ladderHelp: 'Ziehe die Figuren, benutze die Pfeilknöpfe oder wähle eine Figur und drücke die Pfeiltasten.',
  grip: (piece, place) =>
    `${pieces[piece]}, ${places[place]} von sechs. Ziehe die Figur oder bewege sie mit den Pfeiltasten.`,
  earlier: (piece) => `${pieces[piece]}: einen Platz nach oben`,
  later: (piece) => `${pieces[piece]}: einen Platz nach unten`,
  placed: (piece, place) => `${pieces[piece]} steht jetzt auf ${places[place]}.`,
  onZ: 'kann auf z stehen',
  royal: 'königlich',
  count: (start, most) => (most > start ? `${start} am Anfang, theoretisch bis zu ${most}` : `${start} am Anfang`),

  options: 'Optionen',
  queenish: 'Damenhafte Könige: ziehen auch ein Feld diagonal',
  flexible: 'Flexible Bauern: ziehen auch ohne zu schlagen diagonal vorwärts',
  presets: 'Andere Rangfolgen',
  inventors: 'Diminuendo, die des Erfinders',
  crescendo: 'Crescendo, die umgekehrte',
  random: 'Zufällige Rangfolge',

  typed: 'Rangfolge oder Kennung',
  typedHelp: 'Sechs Buchstaben wie PBNRQK oder eine Kennung wie diminuendo:pbnrqk+qk.',
  show: 'Zeigen',
  identifier: 'Kennung',

  kings: 'Königliche Figuren',
  special: 'Besonderheiten',
  related: 'Verwandte Rangfolgen',
  reverse: 'Umgekehrt',
  circle: 'Gleicher Kreis, anderer Anfang',
  to: (order) => `${order.toUpperCase()}: ${[...order].map((m) => pieces[m]).join(', ')}`,

  play: 'Diese Rangfolge spielen',
  study: 'Analysieren',
  edit: 'Stellungseditor',
  start: 'Alle Rangfolgen haben dieselbe Grundstellung.',

  board: 'Brett',
  tried: 'Probiere es',
  boards: { trial: 'Schlagzüge zum Probieren', start: 'Grundstellung' },
  boardText: {
    trial:
      '<p>Jede Seite kann fünf Figuren schlagen, jede mit einer anderen Figur. Sieh, was auf <code>z</code> zurückkehrt.</p>',
    start: '<p>Die Grundstellung. Spiele Züge für beide Seiten.</p>',
  },

  finder: 'Rangfolge finden',
  search: 'Suchen',
  searchHelp: 'Bedingungen, durch Kommas getrennt: König zuerst, Dame wird Bauer. Oder Buchstaben in Folge: QRN.',
  suggestions: 'Beliebte Suchen',
  chips: [
    'König zuerst',
    'König zuletzt',
    'König kann auf z stehen',
    'Dame kann auf z stehen',
    'Bauer zuerst',
    'Bauer zuletzt',
    'Bauer wird Dame',
    'Dame wird Bauer',
    'Diminuendo',
    'Crescendo',
  ],
  found: (n, of) => (n === of ? `Alle ${of} Rangfolgen` : n === 1 ? '1 Rangfolge' : `${n} von ${of} Rangfolgen`),
  none: 'Keine Rangfolgen gefunden.',
  unknown: (terms) =>
    `Unbekannte Bedingung: ${terms.map((t) => `„${t}“`).join(' oder ')}. Versuche König zuerst, Bauer wird Turm, Dame verlässt das Brett.`,
  more: (n) => `${n} weitere zeigen`,
  clear: 'Löschen',

  loading: 'Rangfolgen laden …',
  failed: (why) => `Die Rangfolgen konnten nicht geladen werden: ${why}`,
  wrong: (why) => `${why} Gezeigt wird die Rangfolge des Erfinders.`,
} satisfies typeof en.rankings
