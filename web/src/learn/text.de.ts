// Texte der Regeln, Lektionen und kommentierten Partien.
import type * as en from './text'
import { colors, ended, plural, results, steps } from '../ui/text.de'

export const learn = {
  failed: 'Das Laden ist fehlgeschlagen. Vielleicht ist der Server nicht erreichbar.',
  games: 'Partien',
  contents: 'Auf dieser Seite',
  rulesOf: (title) => `Regeln von ${title}`,
  toLesson: 'In fünf Schritten lernen',
  toGames: 'Kommentierte Partien',
  toEditor: 'Stellungseditor',
  toAnalysis: 'Analysebrett',
  rankings: 'Rangfolgen entdecken',
  startBoard: (title) => `Die Grundstellung von ${title}`,
  boards: (n) => plural(n, 'Brett', 'Bretter'),
} satisfies typeof en.learn

export const hub = {
  title: 'Lernen',
  intro: 'Jedes Spiel in fünf kurzen Schritten, dann zehn Übungen, dann der Computer von Stufe 1 an.',
  tools: 'Bretter zum Ausprobieren',
  help: 'So bedienst du das Brett',
} satisfies typeof en.hub

export const board = {
  label: (title) => `Brett zum Probieren: ${title}`,
  waiting: 'Das Brett lädt, wenn du zu ihm scrollst.',
  start: (color) => `${colors[color]} am Zug. Spiele erlaubte Züge für beide Seiten.`,
  tries: 'Probiere',
  back: steps.back,
  forward: steps.forward,
  reset: 'Brett zurücksetzen',
  study: 'Analysebrett',
  flip: 'Brett drehen',
  over: results,
  failed: (why) => `Fehler des Bretts: ${why}`,
} satisfies typeof en.board

export const lesson = {
  heading: (title) => `${title} lernen`,
  steps: 'Die fünf Schritte',
  step: (n, of) => `Schritt ${n} von ${of}`,
  progress: { done: 'geschafft', seen: 'Lösung gesehen' },
  task: 'Deine Aufgabe',
  youAre: (color) => `Du spielst ${colors[color]}.`,
  hint: 'Tipp',
  show: 'Lösung zeigen',
  shown: 'So kann man es machen.',
  notDone: 'Wiederhole den Schritt, um es selbst zu schaffen.',
  next: 'Nächster Schritt',
  finish: 'Beenden',
  retry: 'Noch einmal',
  redo: 'Schritt wiederholen',
  right: 'Richtig!',
  wrong: 'Noch nicht.',
  onwards: 'Guter Zug. Weiter.',
  thinking: 'Dein Gegner denkt nach …',
  happened: 'Was der Zug bewirkt hat:',
  replies: (color) => `${colors[color]} antwortet:`,
  ended: 'Lektion geschafft',
  over: 'Ende der Lektion',
  left: (n) => `${plural(n, 'Schritt', 'Schritte')} hast du noch nicht selbst gelöst.`,
  toLeft: (n, title) => `Zu Schritt ${n}: ${title}`,
  missing: 'Diese Variante hat noch keine Lektion. Lies ihre Regeln.',
  restart: 'Lektion neu beginnen',
  board: (n) => `Brett von Schritt ${n}`,
} satisfies typeof en.lesson

export const annotated = {
  moves: 'Kommentierte Züge',
  by: (credit) => `Von ${credit}.`,
  notes: (who) => `Anmerkungen: ${who}.`,
  from: 'Gedruckt in',
  study: 'Analysebrett',
  others: 'Weitere Partien',
  board: (title) => `Brett: ${title}`,
  start: 'Grundstellung.',
  line: 'Variante',
  keys: 'Die Pfeiltasten gehen durch die Partie; Pos1 und Ende führen zu Anfang und Schluss.',
  result: (result, reason) => ended({ result, reason }),
  download: 'PGN herunterladen',
} satisfies typeof en.annotated

export const glyphs = { 1: '!', 2: '?', 3: '!!', 4: '??', 5: '!?', 6: '?!' } as Record<
  number,
  string
> satisfies typeof en.glyphs
export const glyphNames = {
  1: 'guter Zug',
  2: 'Fehler',
  3: 'brillanter Zug',
  4: 'Patzer',
  5: 'interessanter Zug',
  6: 'zweifelhafter Zug',
} as Record<number, string> satisfies typeof en.glyphNames
