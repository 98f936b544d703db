// Texte der Seite einer Partie.
import type * as en from './text'
import type { Game, Color } from '../net/types'
import { board } from '../board/text.de'
import { colors, day, isolate, plural } from '../ui/text.de'
import { spokenSan } from '../ui/moves.svelte'

export const page = {
  title: (game, now) => [now, game?.title, 'wane'].filter(Boolean).join(' – '),
  yourTurn: 'Du bist am Zug',
  theirTurn: 'Gegner am Zug',
  turn: (color) => `${colors[color]} am Zug`,
  waiting: 'Wartet',
  over: 'Beendet',
  loading: 'Partie lädt …',
  slow: 'Der Server antwortet nicht. Neuer Versuch …',
  offline: 'Diese Partie liegt auf dem Server. Sie öffnet sich, sobald es eine Verbindung gibt.',
  missing: 'Partie nicht gefunden',
  missingWhy:
    'Prüfe den Link. Vielleicht hat die Partie nie begonnen, oder der Betreiber des Servers hat sie gelöscht.',
  deleted: 'Partie gelöscht',
  deletedWhy: 'Der Betreiber des Servers hat diese Partie gelöscht.',
  heading: (game) => `${game.title}: ${who(game, 'white')} – ${who(game, 'black')}`,
  board: (game) => `Brett: ${game.title}`,
  moves: 'Züge',
  game: 'Partie',
  narration: 'Was der letzte Zug bewirkt hat',
  start: 'Grundstellung.',
  custom: 'eigene Stellung',
  casual: 'mit Zugrücknahmen',
  rated: 'gewertet',
  watching: (n) => plural(n, 'Zuschauer', 'Zuschauer'),
  watched: 'Du siehst zu.',
} satisfies typeof en.page

export const connection = {
  connecting: 'Verbinde …',
  stale: 'Die Verbindung ist langsam. Verbinde neu …',
  offline: 'Verbinde neu …',
  unsent: 'Dein Zug wird noch gesendet.',
} satisfies typeof en.connection

const captives: Record<string, string> = {
  k: 'Könige',
  q: 'Damen',
  r: 'Türme',
  b: 'Läufer',
  n: 'Springer',
  p: 'Bauern',
}

/** Zählt Figuren auf: „Dame, 3 Bauern“. */
function tally(pieces: string[]): string {
  const counts = new Map<string, number>()
  for (const piece of pieces) counts.set(piece.toLowerCase(), (counts.get(piece.toLowerCase()) ?? 0) + 1)
  return [...counts].map(([type, n]) => (n === 1 ? board.type(type) : `${n} ${captives[type]}`)).join(', ')
}

export const bar = {
  berserk: 'hat die eigene Zeit halbiert: Berserk',
  you: 'du',
  here: 'da',
  away: 'weg',
  vacation: (until) => `im Urlaub bis ${day(until)}`,
  free: 'freier Platz',
  thinking: 'denkt nach …',
  silent: 'Der Computer antwortet nicht. Die Partie ist gespeichert und geht weiter, sobald er antwortet.',
  captured: (color, pieces) => `Geschlagene Figuren von ${colors[color]}: ${tally(pieces)}.`,
  clock: (color, time) => `Uhr von ${colors[color]}: ${time}`,
  first: (color, seconds) => `${colors[color]} hat ${seconds} s für den ersten Zug`,
} satisfies typeof en.bar

export const days = ((p) => {
  if (p.days > 0) return `${plural(p.days, 'Tag', 'Tage')} ${p.hours} h`
  if (p.hours > 0) return `${p.hours} h ${p.minutes} min`
  return `${p.minutes} min`
}) satisfies typeof en.days

export const spoken = ((p) => {
  const all = [
    p.days && plural(p.days, 'Tag', 'Tage'),
    p.hours && plural(p.hours, 'Stunde', 'Stunden'),
    !p.days && p.minutes && plural(p.minutes, 'Minute', 'Minuten'),
    !p.days && !p.hours && plural(p.seconds, 'Sekunde', 'Sekunden'),
  ]
  return all.filter(Boolean).join(' ')
}) satisfies typeof en.spoken

export const actions = {
  berserk: 'Berserk',
  berserkHelp:
    'Halbiert deine Zeit und nimmt dir das Inkrement, für einen Punkt mehr, wenn du nach mindestens 7 Zügen gewinnst. Nur vor deinem ersten Zug.',
  toTournament: 'Zurück zum Turnier',
  label: 'Aktionen',
  takeback: 'Zug zurücknehmen',
  draw: 'Remis anbieten',
  agree: 'Remis vereinbaren',
  agreeConfirm: 'Die Partie als Remis beenden?',
  resign: 'Aufgeben',
  resignConfirm: (color) => (color ? `Für ${colors[color]} aufgeben?` : 'Die Partie aufgeben?'),
  abort: 'Abbrechen',
  abortConfirm: 'Die Partie ohne Ergebnis beenden?',
  withdraw: 'Zurückziehen',
  withdrawConfirm: 'Die Partie zurückziehen?',
  cancel: 'Nein',
  rematch: 'Revanche',
  rematchAgain: 'Noch einmal spielen',
  rematchGo: 'Zur Revanche',
  newGame: 'Neue Partie',
  review: 'Durchsehen',
  reviewHelp: 'Zeigt hier die Fehler beider Seiten',
  analyze: 'Analysieren',
  analyzeHelp: 'Öffnet das Analysebrett, um andere Züge zu probieren',
} satisfies typeof en.actions

export const navigation = { latest: 'Neuester Zug' } satisfies typeof en.navigation

export const tools = {
  report: (name) => `${name} melden`,
  label: 'Brett und Links',
  flip: 'Brett drehen',
  autoFlip: 'Brett nach jedem Zug drehen',
  sound: 'Töne',
  soundOn: 'Töne sind an',
  soundOff: 'Töne sind aus',
  copy: 'Link kopieren',
  copied: 'Kopiert',
  copyFailed: 'Der Browser erlaubt kein Kopieren. Kopiere den Link aus der Adresszeile.',
  pgn: 'PGN herunterladen',
} satisfies typeof en.tools

export const entry = {
  label: 'Zug eintippen (K Q R B N oder K D T L S)',
  hint: (uci, san = uci) => `etwa ${san === uci ? '' : `${san} oder `}${uci}`,
  english: (move) =>
    move.replace(/^[DTLS](?=..)|(?<=[=>])[DTLS]/g, (letter) => ({ D: 'Q', T: 'R', L: 'B', S: 'N' })[letter]!),
  key: 'Mit M tippst du einen Zug ein, mit Esc hörst du damit auf.',
  go: 'Ziehen',
  wrong: (text, why) => (why ? why : `„${text}“ ist kein erlaubter Zug.`),
  notNow: 'Du bist nicht am Zug.',
  changed: 'Die Stellung hat sich geändert. Es wurde kein Zug gespielt. Versuche es noch einmal.',
  open: (text) => `Füge die Umwandlungen an, zum Beispiel ${text}q oder ${text}n.`,
} satisfies typeof en.entry

export const offers = {
  draw: (who) => `${who} bietet Remis an.`,
  takeback: (who, plies) =>
    plies === 1
      ? `${who} möchte den letzten Zug zurücknehmen.`
      : `${who} möchte den letzten Zug und die Antwort zurücknehmen.`,
  rematch: (who) => `${who} bietet eine Revanche mit vertauschten Farben an.`,
  accept: 'Annehmen',
  decline: 'Ablehnen',
  drawSent: 'Remis angeboten.',
  takebackSent: 'Um Zugrücknahme gebeten.',
  rematchSent: 'Revanche angeboten',
  drawDeclined: 'Remisangebot abgelehnt.',
  takebackDeclined: 'Zugrücknahme abgelehnt.',
  rematchDeclined: 'Revanche abgelehnt.',
  claimIn: (who, s) => `${who} hat die Partie verlassen. In ${s} s kannst du den Sieg beanspruchen.`,
  claimNow: (who) => `${who} hat die Partie verlassen. Beanspruche den Sieg, erkläre Remis oder warte.`,
  claimWin: 'Sieg beanspruchen',
  claimDraw: 'Remis erklären',
  overTime: (color) => `Die Zeit von ${colors[color]} ist abgelaufen. Beendet die Partie oder spielt weiter.`,
  endOnTime: 'Partie beenden',
  playOn: 'Weiterspielen',
} satisfies typeof en.offers

export const invite = {
  title: 'Lade deinen Gegner mit diesem Link ein',
  anyone: 'Wer ihn zuerst öffnet, kann beitreten.',
  publicTitle: 'Deine Partie steht auf der Startseite',
  publicToo: 'Du kannst auch diesen Link teilen. Wer ihn zuerst öffnet, kann beitreten.',
  waiting: 'Die Partie beginnt, wenn ein Gegner beitritt. Du kannst diese Seite schließen.',
  joinTitle: (who) => `${who} lädt dich zu einer Partie ein`,
  someone: 'Jemand',
  casual: 'Zugrücknahmen sind erlaubt.',
  rated: 'Das Ergebnis ändert die Wertungen beider.',
  signIn: 'Melde dich an, um dieser gewerteten Partie beizutreten.',
  join: (color) => `Mit ${colors[color]} beitreten`,
  learn: (title) => `${title} ist dir neu? Lerne es in fünf Minuten.`,
  watch: 'Oder sieh der Partie zu.',
} satisfies typeof en.invite

export const result = {
  title: 'Ergebnis',
  won: 'Du hast gewonnen',
  lost: 'Du hast verloren',
} satisfies typeof en.result

export function who(game: Game, color: Color): string {
  const s = game[color]
  if (s.level) return 'Der Computer'
  return s.name ? isolate(s.name) : colors[color]
}

export const say = {
  move: (color, view) =>
    [`${colors[color]}: ${spokenSan(view.san ?? view.move ?? '')}.`, ...(view.narration ?? [])].join(' '),
  low: (seconds, color) => (color ? `${colors[color]}: Noch ${seconds} Sekunden.` : `Noch ${seconds} Sekunden.`),
  missed: (moves) => `${plural(moves, 'Zug wurde', 'Züge wurden')} gespielt.`,
  taken: 'Zug zurückgenommen.',
  joined: (name) => `${isolate(name)} ist beigetreten. Die Partie beginnt.`,
  premoveLost: 'Vorauszug gelöscht: nicht mehr erlaubt.',
  wentBack: 'Der Server hat die letzten Züge verloren. Die Partie geht von hier aus weiter.',
  unsent: 'Dein Zug wird gesendet …',
  berserk: (who) => `${who} hat die eigene Zeit halbiert: Berserk.`,
  turned: (color) => `${colors[color]} ist unten.`,
} satisfies typeof en.say

export const refused = ((order, fault) => {
  if (fault.code === 'too-fast') return 'Zu schnell. Versuche es noch einmal.'
  if (fault.code === 'server' && !fault.text) return 'Fehler im Server. Versuche es noch einmal.'
  return (order === 'move' ? 'Zug abgelehnt: ' : 'Abgelehnt: ') + fault.text
}) satisfies typeof en.refused

export const replay = {
  label: 'Abspielen',
  play: 'Züge abspielen',
  pause: 'Pause',
  speed: 'Tempo',
  speeds: { slow: '½×', normal: '1×', fast: '2×', rush: '4×' },
  key: 'Die Leertaste startet und hält an.',
} satisfies typeof en.replay
