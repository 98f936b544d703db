// Texte des Analysebretts.
import type * as en from './text'
import { colors, day, fullMoves, isolate, plural, reason } from '../ui/text.de'

export const study = {
  title: 'Analyse',
  titled: (what) => `${what} – Analyse – wane`,
  heading: (what) => `Analyse: ${what}`,
  board: (title) => `Brett: ${title}`,
  moves: 'Züge',
  start: 'Anfang',
  treeKeys:
    'Pfeil links und rechts gehen durch die Züge, auf und ab wechseln zwischen Varianten, Pos1 und Ende führen zum ersten und letzten Zug.',
  deletedAccount: 'gelöschtes Konto',
  local: ', nur für dich sichtbar',
  here: (names) => `${names} ${names.includes(',') ? 'sind' : 'ist'} hier`,
  instead: (san) => `Statt ${san}`,
  drawn: 'mit Zeichnungen',
  turn: (color) => `${colors[color]} am Zug`,
  narration: 'Was der letzte Zug bewirkt hat',
  full: {
    plies: 'Diese Zugfolge hat ihre größte Länge erreicht.',
    moves: 'Das Höchstmaß von 30.000 Zügen ist erreicht.',
    nesting: 'Varianten können nicht tiefer verschachtelt werden.',
    drawn: 'Dieser Zug hat schon so viele Zeichnungen wie möglich.',
  },
  tabs: {
    label: 'Bereiche',
    chapters: 'Kapitel',
    moves: 'Züge',
    engine: 'Engine',
    notes: 'Notizen',
    explorer: 'Eröffnung',
    review: 'Analyse',
    share: 'Teilen',
  },
  fault: (why) => `Fehler der Stellung: ${why}`,
} satisfies typeof en.study

export const controls = {
  flip: 'Brett drehen',
  draw: 'Auf dem Brett zeichnen',
  color: 'Zeichenfarbe',
  colors: { green: 'Grün', red: 'Rot', blue: 'Blau', yellow: 'Gelb' },
  drawHelp: 'Ziehe für einen Pfeil, tippe ein Feld für einen Kreis an. Noch einmal gezeichnet verschwinden sie.',
  clear: 'Löschen',
  short: ['Zurück', 'Wieder', 'Aufwerten', 'Haupt\u00advariante', 'Andere Varianten', 'Löschen'],
  undo: 'Rückgängig',
  redo: 'Wiederholen',
  edit: 'Züge bearbeiten',
  promote: 'Variante aufwerten',
  main: 'Zur Hauptvariante machen',
  remove: 'Ab hier löschen',
  removed: (plies) =>
    plies === 1 ? 'Zug gelöscht. „Rückgängig“ holt ihn zurück.' : 'Züge gelöscht. „Rückgängig“ holt sie zurück.',
  removeOthers: 'Andere Varianten löschen',
} satisfies typeof en.controls

export const notes = {
  commentStart: 'Kommentar vor dem ersten Zug',
  commentOn: (move) => `Kommentar zu ${move}`,
  before: (move) => `Kommentar vor ${move}`,
  addBefore: 'Kommentar vor dem Zug hinzufügen',
  hintFor: 'Tipp für den nächsten Zug',
  tried: 'Diesen Zug siehst nur du. Kommentieren kannst du die Züge der Studie.',
  none: 'Keine Kommentare zu diesem Zug.',
  dropOf: (name) => `Den Kommentar von ${isolate(name)} löschen`,
  dropSure: (name) => `Den Kommentar von ${isolate(name)} für alle löschen?`,
  marks: 'Zeichen',
  moveMarks: 'Zug',
  positionMarks: 'Stellung',
  names: {
    1: 'guter Zug',
    2: 'Fehler',
    3: 'brillanter Zug',
    4: 'Patzer',
    5: 'interessanter Zug',
    6: 'zweifelhafter Zug',
    10: 'ausgeglichen',
    13: 'unklar',
    14: 'Weiß steht etwas besser',
    15: 'Schwarz steht etwas besser',
    16: 'Weiß steht besser',
    17: 'Schwarz steht besser',
    18: 'Weiß steht auf Gewinn',
    19: 'Schwarz steht auf Gewinn',
  } as Record<number, string>,
} satisfies typeof en.notes

export const workspace = {
  variant: 'Variante',
  other: 'Andere Rangfolgen, Import …',
  saved: 'In diesem Browser gespeichert',
  saving: 'Speichert …',
  problems: {
    blocked:
      'Dieser Browser sperrt den Speicher, deshalb geht die Analyse verloren, wenn du gehst. Lade sie vorher als PGN herunter.',
    full: 'Der Speicher des Browsers ist voll. Lösche Analysen oder lade diese als PGN herunter.',
    conflict: 'Diese Analyse wurde in einem anderen Tab oder Fenster oder auf einem anderen Gerät geändert.',
    deleted: 'Diese Analyse wurde in einem anderen Tab oder Fenster oder auf einem anderen Gerät gelöscht.',
    failed: 'Die Analyse konnte nicht gespeichert werden.',
  },
  leave: 'Diese Analyse ist nicht gespeichert. Trotzdem verlassen?',
  reload: 'Andere Fassung verwenden',
  copy: 'Diese Fassung als Kopie behalten',
  keep: 'Diese Fassung behalten',
  copyOf: (name) => `${name} (Kopie)`,
  reloaded: 'Aus einem anderen Tab oder von einem anderen Gerät aktualisiert.',
  players: (white, black) => `${isolate(white)} – ${isolate(black)}`,
  toGame: 'Partie ansehen',
  all: 'Alle Analysen',
  result: (r, why) => (why ? `${r}, ${reason(why)}` : r),
  named: (title, at) => `${title}, ${day(at)}`,
} satisfies typeof en.workspace

export const chooser = {
  title: 'Neue Analyse',
  intro: 'Analysiere mit Varianten, Kommentaren, Bewertungszeichen und Zeichnungen.',
  here: 'Analysen bleiben in diesem Browser.',
  another: 'Diminuendo mit eigener Rangfolge',
  create: 'Analysieren',
  import: 'Partie oder Stellung importieren',
} satisfies typeof en.chooser

export const keeping = {
  intro: 'Dein Konto behält deine Analysen, auf allen deinen Geräten.',
  states: {
    here: '',
    busy: 'Sucht Änderungen von deinen anderen Geräten …',
    kept: 'In deinem Konto aufbewahrt.',
    unreachable: 'Der Server ist nicht erreichbar: Änderungen bleiben in diesem Browser und werden später gesendet.',
  },
  refused: (n) =>
    `${n === 1 ? 'Eine Analyse bleibt' : `${plural(n, 'Analyse', 'Analysen')} bleiben`} nur in diesem Browser: Das Konto ist voll, oder eine Analyse ist zu groß.`,
  conflict: (name, copy) =>
    `„${name}“ wurde hier und auf einem anderen Gerät geändert. Beides bleibt: die andere Fassung unter ihrem Namen, die von hier als „${copy}“.`,
  read: 'Verstanden',
} satisfies typeof en.keeping

export const tags = {
  title: 'PGN-Angaben',
  of: (name) => `PGN-Angaben: ${name}`,
  edit: 'Angaben bearbeiten',
  add: 'Angaben machen',
  names: {
    White: 'Weiß',
    WhiteElo: 'Wertung von Weiß',
    Black: 'Schwarz',
    BlackElo: 'Wertung von Schwarz',
    Event: 'Veranstaltung',
    Site: 'Ort',
    Date: 'Datum',
    Round: 'Runde',
    Annotator: 'Kommentator',
  },
  result: 'Ergebnis',
  results: { '*': 'offen', '1-0': 'Weiß gewann', '0-1': 'Schwarz gewann', '1/2-1/2': 'Remis' },
  another: 'Weitere Angabe',
  name: 'Name der Angabe',
  nameHelp: 'Buchstaben, Ziffern und Unterstriche, etwa TimeControl',
  value: 'Wert',
} satisfies typeof en.tags

export const importer = {
  title: 'Partie oder Stellung importieren',
  help: 'Füge ein PGN, eine FEN oder Züge ein, auch in der Notation der Erfinder, mit K Q R B N für König, Dame, Turm, Läufer und Springer. Oder wähle eine Datei oder ziehe sie hierher.',
  text: 'Text',
  hint: '1. e4 d5 2. exd5 c5 …',
  game: 'Variante (falls nicht im PGN)',
  file: 'Datei wählen',
  read: 'Importieren',
  reading: 'Wird importiert …',
  found: (n) => (n === 1 ? '1 Partie gefunden.' : `${plural(n, 'Partie', 'Partien')} gefunden. Wähle eine:`),
  part: (n) => (n === 1 ? 'Den Zug vor dem Fehler öffnen' : `Die ${n} Züge vor dem Fehler öffnen`),
  skipped: (n) => (n === 1 ? 'Eine weitere Partie war nicht lesbar.' : `${n} weitere Partien waren nicht lesbar.`),
  unnamed: (n, title) => `${n}. ${title}`,
  about: (plies, result) => [fullMoves(plies), result === '*' ? '' : result].filter(Boolean).join(', '),
  warnings: (n) => plural(n, 'Warnung', 'Warnungen'),
  at: (line, column) => `Zeile ${line}, Spalte ${column}`,
  wrongAt: (move) => `Zug ${move}`,
  want: (what) => `Erwartet: ${what}.`,
  instead: 'Wähle den richtigen Zug:',
  only: 'Der einzige erlaubte Zug:',
  elsewhere: 'In einer anderen Variante ist der Text gültig:',
  asStudy: (n) => `Aus allen ${n} Partien eine Studie machen`,
  as: (title) => `Als ${title} importieren`,
  more: (n) => `… und ${n} weitere`,
  large: 'Die Datei ist größer als 2 MB. Teile sie auf.',
  unreadable: 'Die Datei ist nicht lesbar.',
  missing:
    'Zum Importieren braucht es WebAssembly, und das konnte nicht geladen werden. Lade die Seite neu oder versuche einen anderen Browser. Du kannst trotzdem Züge auf dem Brett spielen.',
} satisfies typeof en.importer

export const share = {
  name: 'Name',
  copyFEN: 'FEN kopieren',
  copyPGN: 'PGN kopieren',
  download: 'PGN herunterladen',
  copied: (what) => `${what} kopiert.`,
  fen: 'Stellung (FEN)',
  link: 'Link',
  position: 'Link zur Stellung kopieren',
  whole: 'Link zur Analyse kopieren',
  pictures: 'Bilder',
  svg: 'SVG',
  png: 'PNG',
  gif: 'GIF dieser Zugfolge',
  embed: 'Einbetten …',
  play: 'Von hier aus spielen',
  over: 'Die Partie ist beendet.',
  edit: 'Stellungseditor',
  open: 'Importieren …',
  missing:
    'Zum Exportieren als PGN braucht es WebAssembly, und das konnte nicht geladen werden. Lade die Seite neu oder versuche einen anderen Browser.',
} satisfies typeof en.share

export const opening = {
  links: {
    long: 'Die Partie ist zu lang für einen Link. Lade sie stattdessen als PGN herunter.',
    damaged: 'Dieser Link ist beschädigt oder unvollständig.',
    unsupported: 'Dieser Browser ist zu alt für Links mit Partien. Verwende stattdessen das PGN.',
  },
  missing:
    'Diese Analyse ist nicht in diesem Browser. Analysen bleiben, wo sie angelegt wurden. Bitte um einen Link zur Analyse.',
  blocked: 'Die Analysen in diesem Browser sind nicht lesbar.',
  position: (why) => `Ungültige Stellung im Link: ${why}`,
  moves: (why) => `Unerlaubte Züge im Link: ${why}`,
  unknown: 'Diese Variante gibt es nicht.',
  failed: (why) => `Die Partie konnte nicht geladen werden: ${why}`,
  playing: 'Du spielst diese Partie',
  playingWhy: 'Solange du eine Partie spielst, kannst du sie nicht analysieren. Komm zurück, wenn sie beendet ist.',
  back: 'Zurück zur Partie',
  waiting: 'Diese Partie hat noch nicht begonnen.',
  home: 'Analysebrett',
  start: 'Grundstellung verwenden',
  fix: 'Im Stellungseditor beheben',
} satisfies typeof en.opening

export const help = {
  title: 'Hilfe zu Tasten und Zeichnungen',
  keys: [
    ['← →', 'voriger Zug, nächster Zug'],
    ['↑ ↓', 'zwischen Varianten wechseln'],
    ['Pos1, Ende', 'erster Zug, letzter Zug'],
    ['Strg Z, Strg Umschalt Z', 'rückgängig, wiederholen'],
    ['D', 'Zeichnen beginnen oder beenden'],
    ['F', 'Brett drehen'],
    ['?', 'diese Hilfe'],
  ],
  off: 'Kürzel aus einer Taste sind in den Einstellungen ausgeschaltet.',
  board:
    'Gehe mit Tab zum Brett und mit den Pfeiltasten über die Felder; drücke Enter, um eine Figur und dann ihr Ziel zu wählen.',
  drawing: 'Zeichnen',
  how: [
    'Zeichne mit der rechten Maustaste: Ziehe für einen Pfeil, klicke für einen Kreis. Umschalt zeichnet rot, Alt blau, beide gelb.',
    'Ist der Stift an, zeichnen auch Finger und die linke Taste.',
    'Mit der Tastatur: Drücke D, dann Enter auf zwei Feldern für einen Pfeil oder zweimal auf einem für einen Kreis.',
    'Noch einmal gezeichnet wird entfernt. Zeichnungen werden mit dem Zug gespeichert, auch im PGN.',
  ],
} satisfies typeof en.help
