// Texte des Atlas: was Partien der Engine gegen sich selbst über die Rangfolgen sagen.
import type * as en from './text'
import { plural } from '../ui/text.de'

export { figure } from '../ui/text.de'

export const measures = {
  white: ['Punkte für Weiß', '%'],
  draws: ['Remis', '%'],
  moves: ['Länge', 'Züge'],
  leads: ['Führungswechsel', 'je Partie'],
  skill: ['Tiefe', '%'],
  swing: ['Ausschlag der Bewertung', 'Hundertstelbauern je Halbzug'],
  captures: ['Schlagzüge', 'je Partie'],
  drops: ['Rückkehr auf z', 'je Partie'],
  expelled: ['Von z vertriebene Figuren', 'je Partie'],
  left: ['Figuren am Ende', 'Figuren'],
  branching: ['Erlaubte Züge', 'je Stellung'],
  first: ['Erster Schlagzug', 'Züge'],
  kingsGained: ['Gewonnene Könige', 'je Partie'],
  kingsLost: ['Verlorene Könige', 'je Partie'],
  changesK: ['Wechsel von Königen', 'je Partie'],
  changesQ: ['Wechsel von Damen', 'je Partie'],
  changesR: ['Wechsel von Türmen', 'je Partie'],
  changesN: ['Wechsel von Springern', 'je Partie'],
  changesB: ['Wechsel von Läufern', 'je Partie'],
  changesP: ['Wechsel von Bauern', 'je Partie'],
  checkmate: ['Ende durch Schachmatt', '%'],
  kingGone: ['Ende durch Verlust des letzten Königs', '%'],
  stalemate: ['Ende durch Patt', '%'],
  repetition: ['Ende durch Wiederholung', '%'],
  fifty: ['Ende durch die 50-Züge-Regel', '%'],
  dead: ['Ende durch tote Stellung', '%'],
  tooLong: ['Nicht beendet', '%'],
} as Record<string, [name: string, unit: string]> satisfies typeof en.measures

const games = (n: number) => plural(n, 'Partie', 'Partien')

export const atlas = {
  facts: (order) => `Wie Partien von ${order.toUpperCase()} sind`,
  portrait: {
    white: ['Wie ausgeglichen?', 'Punkte für Weiß; 50 % sind ausgeglichen'],
    draws: ['Wie remislich?', 'Partien, die remis enden'],
    leads: ['Wie scharf?', 'wie oft die Führung wechselt'],
    moves: ['Wie lang?', 'Länge einer Partie'],
    skill: ['Wie tief?', 'Punkte der Seite, die achtmal so viele Stellungen untersucht'],
  } as Record<string, [question: string, means: string]>,
  above: (percent) => `über ${percent} % der Rangfolgen`,
  more: 'Weitere Zahlen',
  measure: 'Maß',
  here: 'Hier',
  median: 'Median',
  replay: 'Typische Partie nachspielen',
  plainGame: 'Ohne Optionen.',
  optioned: (own, count) =>
    own.length
      ? `Mit diesen Optionen: ${own.join(', ')}${count ? `, aus ${games(count)} jeder Rangfolge` : ''}. Die anderen Zahlen sind aus Partien ohne Optionen.`
      : 'Der Atlas hat keine Partien mit diesen Optionen: Die Zahlen sind aus Partien ohne sie.',

  picks: (n) => (n === 10 ? 'Diese zehn zuerst' : 'Diese zuerst'),
  picked: 'Von jeder hat die Engine eine Partie mit langer Bedenkzeit gespielt.',
  open: 'Partie öffnen',
  notes: 'Anmerkungen zur Partie',
  at: (ply) => `Zug ${(ply + 1) >> 1}, ${ply % 2 ? 'Weiß' : 'Schwarz'}`,

  map: 'Karte der Rangfolgen',
  x: 'Waagerecht',
  y: 'Senkrecht',
  groups: { game: 'Partien', pieces: 'Figuren', end: 'Enden' },
  mapHelp:
    'Jeder Punkt ist eine Rangfolge. Klicke auf einen Punkt, um sie zu wählen, oder ziehe ein Rechteck, um Rangfolgen auszuwählen.',
  mapKeys: 'Mit der Tastatur gehen die Pfeiltasten von Punkt zu Punkt, und die Eingabetaste wählt.',
  tapHelp: 'Jeder Punkt ist eine Rangfolge. Tippe auf einen, um ihre Zahlen zu sehen.',
  mapLabel: (x, y, n) => `Karte von ${plural(n, 'Rangfolge', 'Rangfolgen')}: ${x} waagerecht, ${y} senkrecht`,
  point: (order, values) => `${order.toUpperCase()}: ${values.join(', ')}`,
  value: (name, value) => `${name} ${value}`,
  showPoint: (order) => `${order.toUpperCase()} zeigen`,
  legend: { chosen: 'gewählt', inventors: 'die des Erfinders', rest: 'nicht ausgewählt', median: 'Median' },
  limits: 'Nach Zahlen auswählen',
  from: (name) => `${name} von`,
  to: (name) => `${name} bis`,
  clear: 'Auswahl aufheben',
  table: 'Rangfolgen und ihre Maße',
  ranking: 'Rangfolge',
  short: { white: 'Weiß', draws: 'Remis', moves: 'Länge', leads: 'Führungs­wechsel', skill: 'Tiefe' } as Record<
    string,
    string
  >,
  sortHelp: 'Die Knöpfe in der ersten Zeile sortieren die Tabelle.',

  measured: (nodes, n, error) =>
    `Die Engine hat von jeder Rangfolge ${games(n)} gegen sich selbst gespielt und für jeden Zug ${nodes.toLocaleString('de')} Stellungen untersucht.${error ? ` Die Zahl hinter ± ist der Standardfehler; bei den Punkten für Weiß beträgt er meist ${error}.` : ''}`,
  manual: 'Wie der Atlas entstand',
  points: (n) => `${n} Prozentpunkte`,
} satisfies typeof en.atlas
