import type * as en from './text'
import { plural } from '../ui/text.de'

const lines = (n: number) => plural(n, 'Variante', 'Varianten')

export const plan = {
  title: 'Bedingte Züge',
  open: (n) => (n ? `Bedingte Züge: ${lines(n)}` : 'Bedingte Züge'),
  intro:
    'Spiele auf dem Brett einen Zug deines Gegners, dann deine Antwort und so weiter. Spielt dein Gegner ihn wirklich, antwortet der Server sofort für dich. Deine Varianten sieht sonst niemand.',
  yourTurn: 'Antworten kannst du vorbereiten, sobald du gezogen hast.',
  theirs: 'Jetzt ein Zug deines Gegners.',
  mine: 'Jetzt deine Antwort.',
  over: 'Hier wäre die Partie zu Ende.',
  board: 'Brett für bedingte Züge',
  back: 'Einen Zug zurück',
  forward: 'Einen Zug vor',
  start: 'Zurück zur Stellung der Partie',
  remove: 'Diesen Zug und alle folgenden löschen',
  clear: 'Alle Varianten löschen',
  replaced: (san) => `Das ersetzt deine Antwort ${san}.`,
  saved: (n) => (n ? `Gespeichert: ${lines(n)}.` : 'Noch keine Varianten gespeichert.'),
  unanswered: 'Eine Variante zählt bis zu deiner letzten Antwort.',
  saving: 'Wird gespeichert …',
  failed: (why) => `Nicht gespeichert: ${why}`,
  moved: 'Dein Gegner hat gezogen, oder die Partie hat sich geändert. Deine Varianten folgen jetzt der neuen Stellung.',
  done: 'Fertig',
  note: 'Notiz',
  noteHint: 'Nur du siehst sie.',
  noteSaved: 'Die Notiz ist gespeichert.',
  noteChanged: 'Die Notiz wurde in einem anderen Fenster geändert. Hier siehst du deine; in der anderen steht:',
  keepMine: 'Meine behalten',
  takeOther: 'Die andere nehmen',
  failedToLoad: 'Deine Varianten und deine Notiz wurden nicht geladen.',
} satisfies typeof en.plan
