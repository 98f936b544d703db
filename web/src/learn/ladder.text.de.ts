// Texte des Weges von einer Lektion zu den Stufen des Computers.
import type * as en from './ladder.text'

export const ladder = {
  path: 'Dein Weg',
  label: (title) => `Dein Weg: ${title}`,
  names: { lesson: 'Lektion', drills: 'Übungen' },
  play: (level) => `Gegen Stufe ${level} spielen`,
  at: {
    lesson: (n, of) => `Schritt ${n} von ${of}`,
    drills: (n, of) => `Übung ${n} von ${of}`,
  },
  onwards: 'Übe an zehn Aufgaben, dann spiele gegen den Computer, von Stufe 1 an, ohne Uhr und mit Zugrücknahmen.',
  drills: (title) => `${title}: zehn Übungen`,
  all: 'Die zehn Übungen',
  next: 'Nächste Übung',
  ended: 'Das war die letzte Übung',
  solved: (done, of) => (done === of ? `Alle ${of} Übungen sind gelöst.` : `${done} von ${of} Übungen sind gelöst.`),
  unsolved: (n) => `Zu Übung ${n}`,
  after: 'Spiele jetzt gegen den Computer, von Stufe 1 an, ohne Uhr und mit Zugrücknahme.',
} satisfies typeof en.ladder
