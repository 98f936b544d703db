// Texte der Startseite, neuer Partien und der Fernpartien.
import type * as en from './text'
import { fullMoves, plural } from '../ui/text.de'
import { seat } from '../ui/player.text.de'

export const home = {
  title: 'wane – Schach mit weniger',
  tagline: 'Schach mit weniger',
  intro:
    'Vier Schachvarianten, in denen das Brett, seine Felder oder die geschlagenen Figuren weniger werden: gegen Freunde, alle oder den Computer, ohne Anmeldung.',
  games: 'Varianten',
  others: 'Weitere Varianten:',
  mine: 'Deine Partien',
  yourTurn: 'du bist am Zug',
  theirTurn: 'Gegner am Zug',
  waiting: 'wartet auf einen Gegner',
  newGame: 'Neue Partie',
  lobby: 'Offene Partien',
  stale: 'Offline: Diese Liste ist vielleicht nicht aktuell.',
  offline:
    'Partien anderer Spieler brauchen eine Verbindung. Du kannst trotzdem gegen den Computer spielen, lernen und analysieren.',
  lobbyEmpty: 'Keine offenen Partien. Erstelle eine Partie gegen alle, dann steht sie hier.',
  join: 'Beitreten',
  joinGame: (title, who) => `${title} gegen ${who} beitreten`,
  joinFailed: (why) => `Beitreten nicht möglich: ${why}`,
  view: 'Ansehen',
  viewGame: (title) => `Deine Partie ${title} ansehen`,
  viewOffer: (title, who) => `Partie ${title} ansehen, die ${who} anbietet`,
  yourColor: { white: 'du spielst Weiß', black: 'du spielst Schwarz' },
  takebacks: 'Zugrücknahmen',
  rated: 'gewertet',
  range: (min, max) => (min && max ? `Wertung ${min}–${max}` : min ? `Wertung ab ${min}` : `Wertung bis ${max}`),
  closed: 'Melde dich an, um dieser Partie beizutreten.',
  card: (g) => `${g.title}: ${seat(g.white)} – ${seat(g.black)}`,
  custom: 'eigene Stellung',
  live: 'Laufende Partien',
  watch: 'Die besten Partien auf großen Brettern',
  finished: 'Letzte Partien',
  archive: 'Partien suchen',
  players: (n) => `${plural(n, 'Spieler', 'Spieler')} online`,
  moves: fullMoves,
  playVariant: (title, level) => `${title} gegen den Computer spielen, Stufe ${level}`,
  against: (level) => `gegen den Computer, Stufe ${level} von 8`,
  all: (n) => `Alle ${n} Partien`,
  now: 'Läuft gerade',
  watchGame: (title, white, black) => `${title} ansehen: ${white} – ${black}`,
  learn: 'Lernen',
  ways: {
    tournaments: { title: 'Turniere', text: 'Arenen, Schweizer System, Rundenturniere.' },
    analysis: { title: 'Analysebrett', text: 'Probiere Züge, frage die Engine, bewahre Analysen auf.' },
    studies: {
      title: 'Studien und Analysen',
      text: 'Was du aufbewahrst, mit anderen analysierst oder lehrst und was andere teilen.',
    },
    editor: { title: 'Stellungseditor', text: 'Baue eine Stellung auf und spiele sie.' },
    rankings: { title: 'Rangfolgen', text: 'Die 720 Rangfolgen von Diminuendo Chess.' },
    archive: { title: 'Beendete Partien', text: 'Suche sie nach Spieler oder Eröffnung.' },
  },
  learnVariant: (title) => `In fünf Minuten lernen: ${title}`,
} satisfies typeof en.home

export const pairing = {
  title: 'Schnell spielen',
  rated: 'Gewertet',
  tab: 'Suche nach einem Gegner',
  searching: (variant, time) => `Suche nach einem Gegner: ${variant}, ${time} …`,
  seconds: (n) => `${Math.floor(n / 60)}:${String(n % 60).padStart(2, '0')}`,
  nobody: 'Zurzeit ist niemand da. Die Suche geht weiter.',
  computer: (level) => `Gegen den Computer spielen, Stufe ${level}`,
  failed: (why) => `Die Suche ist beendet: ${why}`,
} satisfies typeof en.pairing

export const correspondence = {
  title: 'Fernschach',
  link: 'Fernschach: alle Partien mit Tagen pro Zug',
  none: 'Du hast keine Partien mit Tagen pro Zug.',
  first: 'Zur ersten Partie',
  yours: 'Du bist am Zug',
  theirs: 'Gegner am Zug',
  noTurn: 'Du bist in keiner Partie am Zug.',
  next: (who) => `Nächste Partie: gegen ${who}`,
  left: (ms) => {
    const hours = Math.floor(Math.max(0, ms) / 3_600_000)
    if (hours >= 48) return `noch ${Math.floor(hours / 24)} Tage`
    return hours >= 1 ? `noch ${plural(hours, 'Stunde', 'Stunden')}` : 'noch weniger als eine Stunde'
  },
} satisfies typeof en.correspondence

export const create = {
  title: 'Neue Partie',
  game: 'Variante',
  opponent: 'Gegner',
  opponents: {
    engine: 'Der Computer',
    friend: 'Ein Freund, per Link',
    player: 'Ein Spieler',
    anyone: 'Alle',
    self: 'Zu zweit an einem Bildschirm',
  },
  opponentHelp: {
    engine: 'Beginnt sofort.',
    friend: 'Du bekommst einen Link zum Verschicken.',
    player: 'Fordert einen Spieler mit Namen heraus.',
    anyone: 'Steht auf der Startseite.',
    self: 'Oder spiele selbst beide Farben.',
  },
  level: (n) => `Stufe ${n} von 8`,
  levels: [
    '',
    'erste Partie',
    'Anfänger',
    'Gelegenheitsspieler',
    'neu im Verein',
    'Vereinsspieler',
    'stark',
    'sehr stark',
    'volle Stärke',
  ],
  time: 'Bedenkzeit',
  times: { none: 'Unbegrenzt', clock: 'Uhr', days: 'Tage pro Zug' },
  minutes: 'Minuten pro Spieler (0,25–180)',
  increment: 'Inkrement in Sekunden (0–180)',
  days: 'Tage pro Zug (1–14)',
  color: 'Du spielst',
  colors: { white: 'Weiß', black: 'Schwarz', random: 'Zufall' },
  casual: 'Zugrücknahmen erlauben',
  range: 'Wertung des Gegners',
  ratingMin: 'mindestens',
  ratingMax: 'höchstens',
  rated: 'Gewertet',
  ratedHelp: 'Das Ergebnis ändert deine Wertung. Aus der Grundstellung, mit Uhr oder Tagen, ohne Zugrücknahmen.',
  options: 'Optionen',
  unrated: 'ungewertet',
  forFun: 'Ungewertet',
  counts: 'Wertung',
  takebacks: 'Zugrücknahmen',
  position: 'Aus einer Stellung',
  from: (color) => `Die Partie beginnt mit dieser Stellung, ${color === 'white' ? 'Weiß' : 'Schwarz'} am Zug.`,
  fromStart: 'Grundstellung verwenden',
  fen: 'Stellung (FEN)',
  fenHelp: 'Höchstens 200 Zeichen. Leer für die Grundstellung.',
  fenGood: 'Gültige Stellung.',
  onBoard: 'Stellungseditor öffnen',
  start: { engine: 'Spielen', friend: 'Link erstellen', player: 'Senden', anyone: 'Partie erstellen', self: 'Spielen' },
  failed: (why) => `Die Partie konnte nicht erstellt werden: ${why}`,
  startHere: 'Hier spielen',
  offlineHelp: (here, days) =>
    here
      ? `Keine Verbindung: ${days ? 'Gespielt wird auf diesem Gerät, ohne Uhr' : 'Diese Partie wird auf diesem Gerät gespielt'}.`
      : 'Keine Verbindung: Nur gegen den Computer geht es, auf diesem Gerät.',
} satisfies typeof en.create
