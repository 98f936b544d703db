// Texte der Studien, die mehrere bearbeiten.
import type * as en from './text'
import { day, fullMoves, isolate, plural } from '../ui/text.de'
import { spokenSan } from '../ui/moves.svelte'

export const visibilities: typeof en.visibilities = {
  private: { name: 'Privat', text: 'nur für die, die du hinzufügst' },
  unlisted: { name: 'Nicht gelistet', text: 'für alle, die den Link haben' },
  public: { name: 'Öffentlich', text: 'alle können sie finden' },
}
export const commenting: typeof en.commenting = {
  everyone: 'alle mit Konto, die sie lesen können',
  members: 'nur die Beteiligten',
  none: 'nur Besitzer und Mitarbeiter',
}
export const roles: typeof en.roles = { owner: 'Besitzer', contributor: 'Mitarbeiter', reader: 'Leser' }

export const library = {
  title: 'Studien und Analysen',
  text: 'Deine Analysen siehst nur du. Studien haben Kapitel, und andere können sie lesen und bearbeiten.',
  create: 'Neu',
  choices: {
    analysis: ['Analyse', 'Eine Partie oder Stellung mit deinen Varianten und Kommentaren, die nur du siehst.'],
    study: ['Studie', 'Kapitel zum gemeinsamen Bearbeiten, Lehren und Teilen.'],
    import: ['Importieren', 'PGN, FEN oder Züge. Aus jeder Partie wird eine Analyse, oder aus allen eine Studie.'],
  },
  kinds: { analysis: 'Analyse', game: 'Partie', study: 'Studie' },
  lists: { mine: 'Meine', shared: 'Mit mir geteilt', public: 'Öffentlich' },
  label: 'Listen',
  search: 'Suchen',
  find: 'Name, Spieler oder Kapitel',
  topics: 'Themen',
  topic: (name) => `Thema: ${name}`,
  clear: 'Alle Themen',
  allVariants: 'Alle Varianten',
  by: 'von',
  chapters: (n) => plural(n, 'Kapitel', 'Kapitel'),
  moves: fullMoves,
  changed: (at) => `geändert am ${day(at)}`,
  share: (name) => `Aus ${name} eine Studie machen`,
  rename: (name) => `${name} umbenennen`,
  newName: 'Neuer Name',
  remove: (name) => `${name} löschen`,
  confirmRemove: (name) => `„${name}“ endgültig löschen?`,
  removeNow: 'Löschen',
  more: 'Weitere',
  none: {
    mine: 'Du hast noch keine Analysen oder Studien.',
    shared: 'Noch hat dich niemand zu einer Studie hinzugefügt.',
    public: 'Noch keine öffentliche Studie.',
  },
  noneFound: 'Nichts passt dazu.',
  guest: 'Für Studien brauchst du ein Konto.',
  failed: 'Die Studien konnten nicht geladen werden. Vielleicht ist der Server nicht erreichbar.',
  blocked:
    'Die Analysen in diesem Browser sind nicht lesbar. Du kannst trotzdem analysieren, aber lade herunter, was du behalten willst.',
} satisfies typeof en.library

export const form = {
  title: 'Neue Studie',
  guest: 'Für eine Studie, die andere sehen, brauchst du ein Konto.',
  name: 'Name',
  description: 'Beschreibung',
  topics: 'Themen, durch Kommas getrennt',
  topicsHelp: 'Etwa Eröffnungen, Endspiele oder ein Spieler: So finden andere öffentliche Studien.',
  visibility: 'Wer sie lesen kann',
  comments: 'Wer kommentieren kann',
  first: 'Erstes Kapitel',
  ways: { board: 'Anfangsstellung', fen: 'Stellung (FEN)', pgn: 'PGN', game: 'Partie auf diesem Server' },
  way: 'Beginnen mit',
  variant: 'Variante',
  fen: 'FEN',
  game: 'Link der Partie',
  gameWrong: 'Das ist kein Link einer Partie auf diesem Server.',
  mode: 'Leser finden die Züge',
  modeHelp: 'Das Kapitel ist eine Übung: Die Züge einer Seite sind einer nach dem anderen zu finden.',
  flipped: 'Schwarz unten',
  flippedHelp: 'In einer Übung sind dann die Züge von Schwarz zu finden.',
  create: 'Studie anlegen',
  failed: (why) => `Das hat nicht geklappt: ${why}`,
  chapterName: (n) => `Kapitel ${n}`,
  share: 'Als Studie teilen',
  shareHelp: 'Macht aus dieser Analyse eine Studie, die andere lesen und mit dir bearbeiten können.',
} satisfies typeof en.form

export const page = {
  titled: (study) => `${study} – wane`,
  heading: (study, chapter) => `${study}: ${chapter}`,
  missing: 'Studie nicht gefunden',
  missingWhy: 'Prüfe den Link. Eine private Studie sehen nur die Beteiligten.',
  missingGuest: 'Wenn es deine ist oder du hinzugefügt wurdest, melde dich an.',
  all: 'Alle Studien',
  failed: (why) => `Die Studie konnte nicht geladen werden: ${why}`,
  offline: 'Der Server ist nicht erreichbar, und dieser Browser hat keine Kopie.',
  chapterFailed: (why) => `Das Kapitel konnte nicht geladen werden: ${why}`,
  saved: 'Alle Änderungen sind gespeichert',
  waiting: (n) => `${plural(n, 'Änderung wird', 'Änderungen werden')} gesendet`,
  off: (n) =>
    n
      ? `Offline: ${plural(n, 'Änderung bleibt', 'Änderungen bleiben')} in diesem Browser und ${n === 1 ? 'wird' : 'werden'} später gesendet.`
      : 'Offline: Du siehst die Studie, wie sie war. Änderungen werden später gesendet.',
  gone: 'Diese Studie gibt es nicht mehr, oder du hast keinen Zugang mehr. Was du siehst, bleibt, bis du die Seite verlässt.',
  signedOut: 'Du bist abgemeldet: Änderungen bleiben in diesem Browser, bis du dich wieder anmeldest.',
  rejected: 'Nicht angenommen:',
  yours: 'Was du getippt hast',
  understood: 'Verwerfen',
  tries: 'Züge, die du hier probierst, siehst nur du.',
  clear: 'Meine Züge löschen',
  signInToComment: 'Zum Kommentieren anmelden',
  previous: 'Voriges Kapitel',
  next: 'Nächstes Kapitel',
  preview: 'Als Leser ausprobieren',
  edit: 'Weiter bearbeiten',
  allMoves: 'Alle Züge ansehen',
  exercise: 'Zurück zur Übung',
} satisfies typeof en.page

export const chapters = {
  title: 'Kapitel',
  here: 'Gerade hier',
  alone: 'Nur du bist hier.',
  guests: (n) => plural(n, 'Gast', 'Gäste'),
  goTo: (name) => `Zum Zug von ${isolate(name)}`,
  follow: 'Folgen',
  followOf: (name) => `${isolate(name)} folgen`,
  add: 'Kapitel hinzufügen',
  addTitle: 'Kapitel hinzufügen',
  there: 'Diese Partien sind schon Kapitel.',
  addAll: (n) => `Alle ${n} Partien hinzufügen`,
  editTitle: 'Kapitel',
  editOf: (name) => `Kapitel ${name} bearbeiten`,
  upOf: (name) => `${name} nach oben`,
  downOf: (name) => `${name} nach unten`,
  name: 'Name',
  exercise: 'Übung',
  remove: 'Kapitel löschen',
  removeSure: (name) => `Das Kapitel „${name}“ für alle löschen?`,
} satisfies typeof en.chapters

export const people = {
  title: 'Beteiligte',
  add: 'Hinzufügen',
  name: 'Name des Kontos',
  role: 'Rolle',
  roleOf: (name) => `Rolle von ${isolate(name)}`,
  remove: 'entfernen',
  you: 'du',
  leave: 'Diese Studie verlassen',
  leaveSure: 'Diese Studie verlassen? Ist sie privat, verlierst du den Zugang.',
  deleted: 'gelöschtes Konto',
  added: (name) => `${isolate(name)} wurde hinzugefügt.`,
  help: 'Mitarbeiter bearbeiten alles; Leser lesen auch private Studien.',
} satisfies typeof en.people

export const settings = {
  open: 'Einstellungen',
  title: 'Einstellungen der Studie',
  clone: 'Andere dürfen sie kopieren',
  remove: 'Studie löschen',
  removeSure: (name) => `„${name}“ mit allen Kapiteln und Kommentaren löschen? Das lässt sich nicht rückgängig machen.`,
  removeNow: 'Endgültig löschen',
  keep: 'Behalten',
} satisfies typeof en.settings

export const sharing = {
  hide: 'Diese Studie verbergen',
  unhide: 'Wieder veröffentlichen lassen',
  hidden:
    'Moderatoren haben diese Studie verborgen. Sie lässt sich erst wieder veröffentlichen, wenn sie das aufheben.',
  link: 'Link',
  linkHelp: {
    private: 'Nur die Beteiligten können sie öffnen.',
    unlisted: 'Alle, die den Link haben, können sie lesen.',
    public: 'Alle können sie lesen.',
  },
  chapterLink: 'Link zu diesem Kapitel',
  chapter: 'Dieses Kapitel (PGN)',
  whole: 'Alle Kapitel (PGN)',
  waiting: 'Änderungen, die noch nicht gesendet sind, fehlen in der Datei.',
  embed: 'In deine Website einbetten',
  embedHelp:
    'Füge dieses HTML in eine Seite ein. Besucher spielen das Kapitel durch; private Studien lassen sich nicht einbetten.',
  clone: 'Studie kopieren',
  cloneHelp: 'Macht eine eigene, private Studie mit allen Kapiteln.',
  cloneGuest: 'Melde dich an, um diese Studie zu kopieren.',
  files: 'Dateien',
} satisfies typeof en.sharing

export const find = {
  task: (color) => `Finde die Züge von ${color}.`,
  white: 'Weiß',
  black: 'Schwarz',
  progress: (done, of) => `Zug ${Math.min(done + 1, of)} von ${of}`,
  right: (san) => `${san} ist richtig.`,
  reply: (san) => `Die Erwiderung ist ${san}.`,
  wrong: (san) => `${san} ist nicht der Zug.`,
  look: (san) => `${san}: Sieh dir die Antwort an.`,
  again: 'Noch einmal',
  hint: 'Tipp',
  noHint: 'Die markierte Figur zieht.',
  show: 'Zug zeigen',
  shown: (san) => `Der Zug war ${san}.`,
  done: (wrong, shown) =>
    wrong + shown === 0
      ? 'Sehr gut, ohne einen Fehler.'
      : `Fertig: ${plural(wrong, 'falscher Zug', 'falsche Züge')}, ${shown} gezeigt.`,
  empty: 'Diese Übung hat noch keine Züge.',
  restart: 'Von vorn',
  next: 'Nächstes Kapitel',
  failed: (why) => `Das Brett konnte nicht geladen werden: ${why}`,
} satisfies typeof en.find

export const news: typeof en.news = (name, e) => {
  const who = isolate(name) || 'Ein Moderator'
  switch (e.kind) {
    case 'line':
      return `${who} hat ${spokenSan(e.moves?.at(-1)?.san ?? '')} hinzugefügt.`
    case 'cut':
      return `${who} hat Züge gelöscht.`
    case 'restore':
      return `${who} hat Züge zurückgeholt.`
    case 'note':
      return `${who} hat einen Zug kommentiert.`
    case 'chapter':
      return `${who} hat das Kapitel ${e.head?.name ?? ''} hinzugefügt.`
    case 'remove-chapter':
      return `${who} hat ein Kapitel gelöscht.`
    default:
      return ''
  }
}

export const embed = {
  open: 'Die Studie auf wane öffnen',
  failed: 'Die Studie konnte nicht geladen werden. Vielleicht ist sie privat oder der Server nicht erreichbar.',
  chapter: 'Kapitel',
  exercise: 'Die Züge auf wane finden',
  instead: 'Statt dessen:',
} satisfies typeof en.embed
