// Texte des Archivs und der Eröffnungen.
import type * as en from './text'
import { day, ended, figure, fullMoves, plural, steps } from '../ui/text.de'
import { control } from '../ui/player.text.de'

export const archive = {
  title: 'Beendete Partien',
  intro: 'Alle beendeten öffentlichen Partien auf diesem Server und deine eigenen.',
  filter: 'Partien suchen',
  game: 'Variante',
  anyGame: 'Alle Varianten',
  anyRanking: (title) => `${title}: alle Rangfolgen`,
  ranking: (title, name) => `${title}: ${name}`,
  mine: 'Nur meine Partien',
  player: 'Spieler',
  opponentName: 'Gegner',
  playerHelp: 'Anfang des Namens',
  color: 'Farbe',
  myColor: 'Meine Farbe',
  colors: { '': 'Beide', white: 'Weiß', black: 'Schwarz' },
  ending: 'Ergebnis',
  endings: { '': 'Alle', white: 'Weiß gewann', black: 'Schwarz gewann', draw: 'Remis' },
  myEndings: { won: 'Ich gewann', lost: 'Ich verlor' },
  theirEndings: { won: 'Der Spieler gewann', lost: 'Der Spieler verlor' },
  more: 'Mehr Filter',
  set: (n) => `(${plural(n, 'Filter', 'Filter')})`,
  kind: 'Gespielt von',
  kinds: { '': 'Allen', human: 'Zwei Spielern', engine: 'Spieler und Computer', self: 'Einem Spieler, beide Seiten' },
  level: 'Stufe',
  anyLevel: 'Alle',
  least: 'Züge, mindestens (0–5.000)',
  most: 'Züge, höchstens (1–5.000)',
  opening: 'Eröffnungszüge',
  openingHelp: 'die ersten Züge, wie Listen sie zeigen',
  openingWhich: 'Wähle zuerst eine Variante.',
  from: 'Ab Datum',
  to: 'Bis Datum',
  search: 'Suchen',
  clear: 'Filter löschen',
  loading: 'Sucht …',
  none: 'Keine Partien gefunden.',
  noneYet: 'Noch keine beendeten Partien.',
  noneMine: 'Du hast noch keine beendeten Partien.',
  failed: (why) => `Suche fehlgeschlagen: ${why}`,
  next: 'Mehr Partien zeigen',
  shown: (n, all) =>
    all
      ? `${plural(n, 'Partie', 'Partien')}.`
      : n === 1
        ? 'Die letzte Partie.'
        : `Die letzten ${plural(n, 'Partie', 'Partien')}.`,
  results: 'Partien',
  openings: (title) => `Eröffnungen von ${title}`,
  start: 'Spiele Züge, um die Partien nach ihrer Eröffnung zu filtern.',
  position: (sans) =>
    sans.length
      ? `Stellung nach ${Math.ceil(sans.length / 2)}${sans.length % 2 ? '.' : '…'} ${sans.at(-1)}`
      : 'Grundstellung',
  line: (sans) => sans.map((san, i) => (i % 2 ? san : `${i / 2 + 1}. ${san}`)).join(' '),
  back: steps.back,
  analyze: 'Analysieren',
  you: 'du',
  private: 'privat',
  facts: (g) => [fullMoves(g.ply), control(g.control), g.custom ? 'eigene Stellung' : ''].filter(Boolean).join(' · '),
  day,
  score: (g) => ({ '1-0': ['1', '0'], '0-1': ['0', '1'], '1/2-1/2': ['½', '½'] })[g.result ?? ''] ?? ['', ''],
  ended,
} satisfies typeof en.archive

export const download = {
  label: 'Diese Partien herunterladen (PGN)',
  all: 'Alle Partien herunterladen (PGN)',
  mine: 'Meine Partien herunterladen (PGN)',
  help: 'Höchstens 10.000 auf einmal.',
  running: (bytes) => `Wird heruntergeladen … ${figure(bytes / 1e6, 1)} MB`,
  stop: 'Anhalten',
  done: (games) => `${plural(games, 'Partie wurde', 'Partien wurden')} heruntergeladen.`,
  stopped: 'Download angehalten.',
  failed: (why) => `Download fehlgeschlagen: ${why}`,
  broken: 'Die Verbindung brach ab. Nichts wurde gespeichert; versuche es noch einmal.',
  file: 'wane-partien.pgn',
} satisfies typeof en.download

export const explorer = {
  title: 'Eröffnungen',
  source: 'Partien',
  sources: { all: 'Alle', server: 'Dieser Server', engine: 'Engine-Partien' },
  sourceHelp: {
    all: 'Partien auf diesem Server und Partien der Engine.',
    server: 'Öffentliche Partien auf diesem Server.',
    engine: 'Partien der Engine gegen sich selbst, die zu wane gehören.',
  },
  moves: 'Züge in dieser Stellung',
  move: 'Zug',
  score: 'Wert',
  scoreHelp: 'Bewertung für Weiß durch lange Suchen der Engine, in den ersten Zügen',
  guide: 'Zehn Eröffnungen jeder Variante, erklärt (englisch)',
  games: 'Partien',
  results: (flipped) =>
    flipped ? 'Schwarz gewann · Remis · Weiß gewann, in %' : 'Weiß gewann · Remis · Schwarz gewann, in %',
  play: (san) => `${san} spielen`,
  share: (t) =>
    `Weiß gewann ${percent(t.white, t.games)}, Remis ${percent(t.draws, t.games)}, Schwarz gewann ${percent(t.black, t.games)}`,
  percent,
  length: (t) => `im Schnitt ${fullMoves(t.plies)} lang`,
  here: (n) => `${figure(n)} hier`,
  total: 'Alle',
  ended: (n) => `${plural(n, 'Partie endete', 'Partien endeten')} in dieser Stellung.`,
  none: 'Keine Partien mit dieser Stellung.',
  noneOf: {
    all: '',
    server: 'Auf diesem Server keine Partien mit dieser Stellung.',
    engine: 'Keine Engine-Partien mit dieser Stellung.',
  },
  depth: (n) => `Zählt die ersten ${n} Halbzüge jeder Partie.`,
  recent: 'Letzte Partien',
  failed: (why) => `Die Eröffnungen konnten nicht geladen werden: ${why}`,
} satisfies typeof en.explorer

function percent(n: number, of: number): string {
  return of ? `${Math.round((100 * n) / of)} %` : ''
}
