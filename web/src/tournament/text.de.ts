// Texte zu Turnieren.
import type * as en from './text'
import { isolate, plural } from '../ui/text.de'

const relative = new Intl.RelativeTimeFormat('de', { numeric: 'always' })
const clock = new Intl.DateTimeFormat('de', { hour: '2-digit', minute: '2-digit' })
const date = new Intl.DateTimeFormat('de', { weekday: 'short', day: 'numeric', month: 'short' })

export const ordinal = ((rank) => `${rank}.`) satisfies typeof en.ordinal

export const figure = ((n) => {
  const whole = Math.floor(n)
  if (n === whole) return n.toLocaleString('de')
  return n - whole === 0.5 ? `${whole || ''}½` : n.toLocaleString('de', { maximumFractionDigits: 2 })
}) satisfies typeof en.figure

export const points = ((n) => `${figure(n)} ${n === 1 || n === 0.5 ? 'Punkt' : 'Punkte'}`) satisfies typeof en.points

/** Punkte hinter „mit“: „mit 3 Punkten“. */
const withPoints = (n: number) => `mit ${figure(n)} ${n === 1 || n === 0.5 ? 'Punkt' : 'Punkten'}`

export const when = {
  time: (at) => clock.format(at),
  date: (at) => date.format(at),
  both: (at) => `${date.format(at)}, ${clock.format(at)} Uhr`,
  soon: (left) => {
    if (left < 60_000) return 'in weniger als einer Minute'
    if (left < 90 * 60_000) return relative.format(Math.round(left / 60_000), 'minute')
    if (left < 36 * 3_600_000) return relative.format(Math.round(left / 3_600_000), 'hour')
    return relative.format(Math.round(left / 86_400_000), 'day')
  },
  long: (ms) => {
    if (ms < 60_000) return plural(Math.round(ms / 1000), 'Sekunde', 'Sekunden')
    if (ms < 120 * 60_000) return plural(Math.round(ms / 60_000), 'Minute', 'Minuten')
    if (ms < 48 * 3_600_000) return plural(Math.round(ms / 3_600_000), 'Stunde', 'Stunden')
    return plural(Math.round(ms / 86_400_000), 'Tag', 'Tage')
  },
} satisfies typeof en.when

export const systems: typeof en.systems = { arena: 'Arena', swiss: 'Schweizer System', 'round-robin': 'Rundenturnier' }

export const hub = {
  title: 'Turniere',
  intro:
    'Arenen, Turniere nach Schweizer System und Rundenturniere, in jedem Spiel. Wer ein Konto hat, kann mitspielen. Private mit Passwort kannst du sofort anlegen, öffentliche, sobald dein Konto einen Tag alt ist.',
  create: 'Turnier anlegen',
  signIn: 'Zum Anlegen anmelden',
  game: 'Variante',
  all: 'Alle Varianten',
  yours: 'Deine Turniere',
  started: 'Laufen gerade',
  today: 'Heute',
  later: 'Später',
  finished: 'Beendet',
  noneStarted: 'Gerade läuft kein Turnier.',
  noneCreated: 'Es ist kein Turnier geplant.',
  noneFinished: 'Noch kein Turnier ist beendet.',
  none: 'In diesem Spiel gibt es keine Turniere. Lege eines an oder sieh dir alle Spiele an.',
  failed: 'Die Turniere konnten nicht geladen werden. Vielleicht ist der Server nicht erreichbar.',
  stale: 'Keine Verbindung: Diese Liste ist vielleicht nicht aktuell.',
  players: (n) => plural(n, 'Spieler', 'Spieler'),
  winner: (name) => `gewonnen von ${isolate(name)}`,
  noWinner: 'ohne Partien',
  canceled: 'abgesagt',
  left: (ms) => `noch ${when.long(ms)}`,
  round: (n, of) => (of ? `Runde ${n} von ${of}` : `Runde ${n}`),
  starts: (ms) => (ms > 0 ? `beginnt ${when.soon(ms)}` : 'beginnt jetzt'),
  minutes: (n) => plural(n, 'Minute', 'Minuten'),
  rounds: (n) => plural(n, 'Runde', 'Runden'),
  rated: 'gewertet',
  casual: 'ungewertet',
  private: 'privat',
  next: 'Turniere',
} satisfies typeof en.hub

export const page = {
  missing: 'Turnier nicht gefunden',
  missingWhy: 'Prüfe den Link. Ein privates Turnier sehen nur die, die seinen Link haben.',
  failed: 'Das Turnier konnte nicht geladen werden. Vielleicht ist der Server nicht erreichbar.',
  stale: 'Keine Verbindung: Was du siehst, ist vielleicht nicht aktuell. Neuer Versuch …',
  all: 'Alle Turniere',
  by: 'von',
  players: (n, limit) => `${plural(n, 'Spieler', 'Spieler')}${limit && n >= limit ? ', voll' : ''}`,
  rated: 'gewertet',
  casual: 'ungewertet',
  private: 'privat: nur mit Passwort',
  bots: 'Bots dürfen mitspielen',
  apart: 'Partien von einer Adresse zählen nicht',
  berserk: 'mit Berserk',
  noBerserk: 'ohne Berserk',
  twice: 'zwei Partien gegen jeden Gegner',
  pause: (seconds) => `${when.long(seconds * 1000)} Pause zwischen den Runden`,
  range: (min, max) => (min && max ? `Wertung ${min}–${max}` : min ? `Wertung ab ${min}` : `Wertung bis ${max}`),
  startsIn: 'Beginnt in',
  endsIn: 'Restzeit',
  nextRoundIn: (n) => `Runde ${n} in`,
  round: (n, of) => (of ? `Runde ${n} von ${of}` : `Runde ${n}`),
  running: 'Läuft',
  finished: (at) => `Beendet am ${when.both(at)}`,
  canceled: 'Abgesagt',
  canceledWhy: (why) => `Abgesagt: ${why}`,
  podium: 'Siegerpodest',
  live: 'Partien der Besten',
  liveLabel: (white, black) => `${isolate(white)} – ${isolate(black)}`,
  share: 'Teilen',
  pgn: 'Alle Partien (PGN)',
  results: 'Ergebnisse (JSON)',
  card: 'Bild',
  cardOf: (name) => `Bild von ${isolate(name)}`,
  counts: (c, berserk) =>
    [
      plural(c.games, 'Partie', 'Partien'),
      `Weiß gewann ${c.white}`,
      `Schwarz gewann ${c.black}`,
      `${c.draws} remis`,
      ...(berserk ? [`${c.berserk} × Berserk`] : []),
    ].join(' · '),
  playing: (n) => plural(n, 'Partie läuft', 'Partien laufen'),
} satisfies typeof en.page

export const own = {
  label: 'Du in diesem Turnier',
  guest: 'Nur Spieler mit Konto können mitspielen.',
  join: 'Mitspielen',
  rest: 'Pausieren',
  back: 'Wieder mitspielen',
  leave: 'Zurückziehen',
  cancel: 'Turnier absagen',
  cancelAsk: 'Dieses Turnier für alle absagen?',
  cancelYes: 'Absagen',
  cancelNo: 'Nicht absagen',
  go: 'Zu deiner Partie',
  goTo: (n) => `Partie ${n}`,
  allGames: 'Alle deine Partien',
  password: 'Passwort des Turniers',
  passwordTitle: 'In einem privaten Turnier mitspielen',
  may: 'Du kannst mitspielen.',
  mayLate: 'Es läuft schon, und du kannst noch mitspielen.',
  in: (left) => (left > 0 ? `Du bist dabei. Es beginnt ${when.soon(left)}.` : 'Du bist dabei. Es beginnt gleich.'),
  out: 'Du bist nicht in diesem Turnier.',
  place: (rank, score) => `Du bist auf Platz ${rank} ${withPoints(score)}.`,
  placed: (rank, score) => `Du wurdest ${rank}. ${withPoints(score)}.`,
  waiting: 'Gleich bekommst du einen Gegner.',
  alone: 'Gerade ist kein anderer Spieler frei. Sobald einer frei ist, werdet ihr gepaart.',
  without: (name) => `${isolate(name)} läuft ohne dich weiter: Hier wirst du nicht gepaart.`,
  return: 'Zurück zur Arena',
  stay: 'Bleib auf dieser Seite: Deine Partie öffnet sich von selbst.',
  front: 'Du wirst gepaart, solange diese Seite vorn ist. Deine Partie öffnet sich von selbst.',
  game: 'Deine Partie hat begonnen.',
  nextGame: 'Deine nächste Partie hat begonnen',
  ready: (seconds) => (seconds ? `Nächste Partie (${seconds} s)` : 'Nächste Partie'),
  noMore: 'Es werden keine Partien mehr gepaart: Die Zeit ist fast vorbei.',
  games: (n) => (n === 1 ? 'Eine deiner Partien läuft.' : `${n} deiner Partien laufen.`),
  resting: 'Du pausierst. Du bekommst keine Partien, bis du wieder einsteigst.',
  left: 'Du wirst nicht gepaart: Du hast dich zurückgezogen oder eine Partie verpasst. Steige wieder ein, um weiterzuspielen.',
  round: (n, left) => (left > 0 ? `Runde ${n} wird ${when.soon(left)} gepaart.` : `Runde ${n} wird gleich gepaart.`),
  roundLater: 'Die nächste Runde wird gepaart, wenn alle Partien dieser Runde beendet sind.',
  lastRound: 'Das ist die letzte Runde.',
  ended: 'Alle deine Partien sind beendet.',
} satisfies typeof en.own

export const news = {
  paired: (round) => `Runde ${round} ist gepaart.`,
  rank: (rank, of) => `Du bist jetzt auf Platz ${rank} von ${of}.`,
  started: 'Das Turnier hat begonnen.',
  finished: 'Das Turnier ist beendet.',
  canceled: 'Das Turnier wurde abgesagt.',
} satisfies typeof en.news

export const standings = {
  title: 'Tabelle',
  tabs: 'Teile des Turniers',
  rank: 'Platz',
  player: 'Spieler',
  sheet: 'Ergebnisse',
  score: 'Punkte',
  empty: 'Noch keine Spieler.',
  mine: 'Mein Platz',
  first: 'Erste Seite',
  back: 'Vorige Seite',
  forward: 'Nächste Seite',
  last: 'Letzte Seite',
  shown: (from, to, of) => `${from}–${to} von ${of}`,
  you: 'du',
  out: 'pausiert',
  away: 'abwesend',
  gone: 'zurückgezogen',
  fire: 'die nächste Partie zählt doppelt',
  playing: 'spielt gerade',
  deleted: 'gelöschtes Konto',
  number: (n) => `Spieler ${n}`,
  open: (name) => `Partien von ${isolate(name)}`,
  legend: 'Zeichen',
  kinds: {
    playing: 'läuft noch',
    win: 'Sieg',
    draw: 'Remis',
    loss: 'Niederlage',
    'forfeit-win': 'Sieg ohne Partie',
    'forfeit-loss': 'Niederlage ohne Partie',
    bye: 'spielfrei, ein ganzer Punkt',
    'half-bye': 'halber Punkt ohne Partie',
    absent: 'nicht gepaart',
    void: 'zählt nicht',
  },
  double: 'doppelte Punkte',
  berserk: 'Berserk',
  unplayed: 'gestrichelt: ohne Partie',
  ties: 'Bei gleichen Punkten:',
} satisfies typeof en.standings

export const tieBreaks: typeof en.tieBreaks = {
  performance: {
    short: 'Leistg.',
    name: 'Leistung',
    text: 'der Durchschnitt der Wertungen, bei denen die Ergebnisse zu erwarten wären',
  },
  'buchholz-cut-1': {
    short: 'Bh. 1',
    name: 'Buchholz mit einer Streichung',
    text: 'die Punkte aller Gegner ohne die des schwächsten',
  },
  buchholz: { short: 'Bh.', name: 'Buchholz-Wertung', text: 'die Punkte aller Gegner' },
  'sonneborn-berger': {
    short: 'SoBe',
    name: 'Sonneborn-Berger-Wertung',
    text: 'die Punkte der geschlagenen Gegner und die Hälfte der Punkte derer, gegen die du remis gespielt hast',
  },
  wins: { short: 'Siege', name: 'Siege', text: 'gewonnene Partien' },
  'direct-encounter': {
    short: 'Vgl.',
    name: 'Direkter Vergleich',
    text: 'die Punkte in den Partien unter denen, die gleich stehen',
  },
}

export const rounds = {
  title: 'Runden',
  round: 'Runde',
  of: (n) => `Runde ${n}`,
  pairings: (n) => `Paarungen der Runde ${n}`,
  board: 'Brett',
  white: 'Weiß',
  black: 'Schwarz',
  result: 'Ergebnis',
  playing: 'läuft',
  viewOf: (white, black) => `Partie ${isolate(white)} – ${isolate(black)} ansehen`,
  byes: 'Spielfrei (ein Punkt):',
  none: 'Noch ist keine Runde gepaart.',
  table: 'Kreuztabelle',
  tableCaption: 'Ergebnisse aller Spieler gegeneinander',
  opponent: (n) => `gegen Nummer ${n}`,
} satisfies typeof en.rounds

export const sheet = {
  failed: 'Die Ergebnisse konnten nicht geladen werden.',
  none: 'Noch keine Partien.',
  profile: 'Profil',
  opponent: 'Gegner',
  game: 'Partie',
  result: 'Ergebnis',
  noOpponent: 'kein Gegner',
  color: { white: 'Weiß', black: 'Schwarz' },
  oneAddress: 'eine Adresse',
  summary: (games, wins, berserk) =>
    [
      plural(games, 'Partie', 'Partien'),
      plural(wins, 'Sieg', 'Siege'),
      ...(berserk ? [`${berserk} × Berserk`] : []),
    ].join(' · '),
} satisfies typeof en.sheet

export const replay = {
  title: 'Verlauf',
  label: 'Tabelle im Verlauf',
  at: (at, days) => (days ? `Tabelle am ${when.both(at)}` : `Tabelle um ${when.time(at)} Uhr`),
  end: 'Endstand',
  play: 'Abspielen',
  pause: 'Anhalten',
  failed: 'Die Tabelle dieser Zeit konnte nicht geladen werden.',
} satisfies typeof en.replay

export const rules: typeof en.rules = {
  arena: {
    title: 'So funktioniert eine Arena',
    points: [
      'Du bekommst immer wieder einen Gegner, bis die Zeit vorbei ist. Du kannst jederzeit einsteigen, pausieren und weiterspielen.',
      'Ein Sieg bringt 2 Punkte, ein Remis 1, eine Niederlage 0.',
      'Nach zwei Siegen in Folge zählt alles doppelt, 4 für einen Sieg und 2 für ein Remis, bis du eine Partie nicht gewinnst.',
      'Berserk: Vor deinem ersten Zug verzichtest du auf die Hälfte deiner Zeit und auf das Inkrement. Ein Sieg bringt dann einen Punkt mehr, wenn du mindestens 7 Züge gemacht hast.',
      'Ein Remis, bevor beide 10 Züge gemacht haben, bringt nichts. Von mehreren Remis in Folge zählt nur das erste, außer die Partie hat 30 Züge oder mehr.',
      'Machst du deinen ersten Zug nicht rechtzeitig, verlierst du die Partie und pausierst, bis du wieder einsteigst.',
      'Partien, die am Ende noch laufen, bringen keine Punkte.',
      'Bei gleichen Punkten entscheidet die durchschnittliche Leistung.',
    ],
  },
  swiss: {
    title: 'So funktioniert ein Turnier nach Schweizer System',
    points: [
      'In jeder Runde triffst du auf jemanden mit etwa gleich vielen Punkten, auf niemanden zweimal. Gepaart wird nach dem holländischen System der FIDE.',
      'Ein Sieg bringt 1 Punkt, ein Remis ½, eine Niederlage 0.',
      'Ist die Zahl der Spieler ungerade, ist einer spielfrei und bekommt einen ganzen Punkt.',
      'Wer später kommt, bekommt für eine verpasste Runde einen halben Punkt und für weitere nichts.',
      'Bei gleichen Punkten entscheidet Buchholz mit einer Streichung, dann Buchholz, Sonneborn-Berger und die Partien unter denen, die gleich stehen. Danach wird der Platz geteilt.',
    ],
  },
  'round-robin': {
    title: 'So funktioniert ein Rundenturnier',
    points: [
      'Jeder spielt gegen jeden. Alle Partien beginnen zusammen und laufen nebeneinander, mit Tagen für jeden Zug.',
      'Ein Sieg bringt 1 Punkt, ein Remis ½, eine Niederlage 0.',
      'Bei gleichen Punkten entscheidet Sonneborn-Berger, dann die Zahl der Siege, dann die Partien unter denen, die gleich stehen. Danach wird der Platz geteilt.',
    ],
  },
}

export const form = {
  title: 'Neues Turnier',
  system: 'Turnierform',
  about: {
    arena: 'Eine feste Zeit lang spielt jeder so viele Partien, wie er kann, und kommt oder pausiert jederzeit.',
    swiss: 'Eine feste Zahl von Runden: In jeder triffst du auf jemanden mit etwa gleich vielen Punkten.',
    'round-robin': 'Als Fernschach: Jeder spielt gegen jeden, und alle Partien beginnen zusammen.',
  },
  name: 'Name des Turniers',
  nameHelp: (name) => `Ohne Namen: „${name}“.`,
  named: (title, system) =>
    `${title} ${{ arena: 'Arena', swiss: 'Schweizer System', 'round-robin': 'Rundenturnier' }[system]}`,
  game: 'Variante',
  time: 'Bedenkzeit jeder Partie',
  days: 'Tage pro Zug (1–14)',
  rated: 'Gewertet',
  ratedHelp: 'Die Partien ändern Wertungen.',
  start: 'Beginn',
  in: (minutes) => `In ${plural(minutes, 'Minute', 'Minuten')}`,
  inHour: 'In einer Stunde',
  inDays: (n) => `In ${plural(n, 'Tag', 'Tagen')}`,
  atTime: 'Datum und Uhrzeit',
  at: 'Datum und Uhrzeit des Beginns',
  duration: 'Dauer',
  rounds: 'Runden (3–20)',
  pause: 'Pause zwischen den Runden',
  double: 'Jeder spielt zweimal gegen jeden, mit beiden Farben',
  more: 'Weitere Bedingungen',
  berserk: 'Berserk: Spieler dürfen ihre Zeit halbieren; ein Sieg nach mindestens 7 Zügen bringt dann einen Punkt mehr',
  bots: 'Bots dürfen mitspielen',
  apart: 'Partien zwischen Spielern im selben Netz zählen nicht',
  range: 'Wertungen der Spieler',
  ratingMin: 'mindestens',
  ratingMax: 'höchstens',
  password: 'Passwort',
  passwordHelp:
    'Mit Passwort ist das Turnier privat: Es steht in keiner Liste, und wer mitspielen will, braucht das Passwort.',
  description: 'Beschreibung',
  descriptionHelp: (left) => `noch ${left.toLocaleString('de')} Zeichen`,
  submit: 'Anlegen',
  guest: 'Nur Spieler mit Konto können Turniere anlegen.',
  failed: (why) => `Das Turnier wurde nicht angelegt. ${why}`,
  check: 'Bitte prüfe die markierten Felder.',
  errors: {
    name: 'Der Name braucht 2 bis 40 Zeichen.',
    minutes: 'Minuten pro Spieler: 0,25 bis 180.',
    increment: 'Inkrement: 0 bis 180 ganze Sekunden.',
    none: 'Eine Partie braucht Zeit: mehr als 0 Minuten oder ein Inkrement.',
    days: 'Tage pro Zug: 1 bis 14, ganze Tage.',
    rounds: 'Runden: 3 bis 20.',
    starts: 'Wähle ein Datum und eine Uhrzeit.',
    past: 'Der Beginn muss mindestens eine Minute in der Zukunft liegen.',
    far: 'Der Beginn muss in den nächsten 60 Tagen liegen.',
    rating: 'Wertungen sind ganze Zahlen von 0 bis 4000.',
    range: 'Die höchste Wertung darf nicht unter der niedrigsten liegen.',
  },
} satisfies typeof en.form

export const facts = ((t, control) =>
  [
    systems[t.system],
    t.title,
    control,
    t.minutes ? hub.minutes(t.minutes) : t.rounds && t.system === 'swiss' ? hub.rounds(t.rounds) : '',
    t.rated ? hub.rated : hub.casual,
    t.private ? hub.private : '',
  ]
    .filter(Boolean)
    .join(' · ')) satisfies typeof en.facts
