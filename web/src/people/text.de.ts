// Texte über Wertungen, Spieler und Ranglisten.
import type * as en from './text'
import { isolate, plural } from '../ui/text.de'

export const games: typeof en.games = {
  shrink: 'Shrink',
  convergent: 'Convergent',
  diminuendo: 'Diminuendo',
  rankings: 'Diminuendo, andere Rangfolgen',
  cheshire: 'Cheshire Cat',
  cheshire8: 'Cheshire Cat 8×8',
  chess: 'Schach',
}

export const speeds: typeof en.speeds = {
  bullet: 'Bullet',
  blitz: 'Blitz',
  rapid: 'Schnellschach',
  correspondence: 'Fernschach',
}

export const shown = ((rating, provisional) => `${rating}${provisional ? '?' : ''}`) satisfies typeof en.shown

export const signed = ((change) =>
  change > 0 ? `+${change}` : change < 0 ? `−${-change}` : '±0') satisfies typeof en.signed

const reasons = {
  casual: 'Die Partie ist nicht gewertet',
  aborted: 'Die Partie hat kein Ergebnis',
  closed: 'Der Betreiber des Servers hat die Partie beendet',
  guest: 'Ein Spieler hat kein Konto',
  short: 'Ein Spieler hat weniger als zwei Züge gemacht',
  early: 'Sie endete durch Aufgabe oder vereinbartes Remis, bevor beide fünf Züge gemacht hatten',
  'one-address': 'Beide Spieler sind im selben Netz',
}

export const ratings = {
  change: (change) => `Wertung um ${Math.abs(change)} ${change < 0 ? 'gefallen' : 'gestiegen'}`,
  uncounted: (why) => `Die Wertungen bleiben: ${reasons[why]}.`,
} satisfies typeof en.ratings

export const levels = {
  title: 'Die Stufen des Computers',
  characters: [
    '',
    'Sieht wenig und spielt oft, was ihm gerade einfällt. Für deine erste Partie gemacht.',
    'Weiß, wie die Figuren ziehen, und vergisst, jede zweite anzusehen.',
    'Nimmt, was du stehen lässt, und lässt dafür selbst etwas stehen.',
    'Hat einen Plan für einen Zug. Ein geduldiger Anfänger schlägt ihn.',
    'Sieht kurze Kombinationen und patzt etwa in jedem zwölften Zug. Ein Gegner für den Vereinsabend.',
    'Bestraft Fehler, macht selbst wenige und wird doch einmal müde.',
    'Rechnet tief, irrt selten und kennt seine Endspiele. Für alle, die leiden wollen.',
    'Denkt sekundenlang mit allem, was er hat. Aus Versehen verliert er nicht.',
  ],
  play: 'Gegen diese Stufe spielen',
  fixed:
    'Die Wertung ist bei jedem Tempo dieselbe und ändert sich nicht. Wer nur gegen den Computer spielt, steht durch sie auf derselben Skala wie alle anderen.',
  all: 'Alle Partien gegen diese Stufe',
} satisfies typeof en.levels

export const profile = {
  missing: 'Spieler nicht gefunden',
  missingWhy: 'Prüfe den Link. Vielleicht wurde das Konto gelöscht.',
  failed: 'Das Profil wurde nicht geladen.',
  closed: 'Dieses Konto ist geschlossen.',
  bot: 'Bot',
  since: (day) => `seit ${day}`,
  you: 'Das bist du.',
  against: (s) => `Du gegen diesen Spieler: ${s.won} gewonnen, ${s.drawn} remis, ${s.lost} verloren.`,
  ratings: 'Wertungen',
  noRatings: 'Noch keine gewerteten Partien.',
  graph: (game, speed, from, to) => `${game}, ${speed}: Wertung im Lauf der Zeit, von ${from} bis ${to}`,
  oneGame: 'Bisher eine gewertete Partie: Eine Kurve braucht zwei.',
  game: 'Variante',
  rating: 'Wertung',
  best: (rating) => `höchste ${rating}`,
  change: (change) => `${change} in 30 Tagen`,
  rated: (n) => plural(n, 'Partie', 'Partien'),
  ratedGames: 'Gewertete Partien',
  publicGames: 'Öffentliche Partien',
  counts:
    'Gewonnen – remis – verloren. Öffentlich: was jeder finden kann, die letzten 2000 Partien. Ungewertete Partien per Einladungslink zählen nicht mit.',
  trophies: 'Pokale',
  place: (place, of) => `${place}. von ${of}`,
  results: 'Ergebnisse',
  openings: 'Eröffnungen',
  opponents: 'Gegner',
  score: (s) => `${s.won} gewonnen, ${s.drawn} remis, ${s.lost} verloren`,
  level: (n) => `Stufe ${n} des Computers geschlagen`,
  wins: 'Beste Siege',
  win: (game, speed) => `${game}, ${speed}`,
  activity: 'Aktivität',
  activityOf: (n) =>
    plural(n, 'öffentliche Partie in den letzten 26 Wochen', 'öffentliche Partien in den letzten 26 Wochen'),
  week: (day, n) => `Woche ab ${day}: ${plural(n, 'Partie', 'Partien')}`,
  recent: 'Letzte Partien',
  none: 'Noch keine öffentlichen Partien.',
  search: 'Diese Partien durchsuchen',
  feed: 'Atom-Feed',
  together: 'Eure gemeinsamen Partien',
  between: (a, b) => `Partien zwischen ${isolate(a)} und ${isolate(b)}`,
} satisfies typeof en.profile

export const players = {
  title: 'Spieler',
  intro:
    'Die Besten jedes Spiels und Tempos: Spieler mit sicherer Wertung und einer gewerteten Partie in den letzten 30 Tagen.',
  game: 'Variante',
  empty: 'Noch niemand.',
  find: 'Spieler finden',
  show: 'Anzeigen',
  place: 'Platz',
  player: 'Spieler',
  rating: 'Wertung',
  games: 'Partien',
  you: 'du',
  how: 'So funktionieren Wertungen',
  tournaments: 'Turniere',
} satisfies typeof en.players

export const about = {
  title: 'Über dich',
  help: 'Bis zu 400 Zeichen in 10 Zeilen. Alle sehen den Text auf deiner Seite.',
  link: 'Link (freiwillig)',
  edit: 'Profil bearbeiten',
  remove: 'Diesen Text entfernen',
} satisfies typeof en.about

export const friends = {
  follow: 'Folgen',
  unfollow: 'Nicht mehr folgen',
  block: 'Blockieren',
  unblock: 'Nicht mehr blockieren',
  unfollowOf: (name) => `${isolate(name)} nicht mehr folgen`,
  unblockOf: (name) => `${isolate(name)} nicht mehr blockieren`,
  followed: 'Du folgst diesem Spieler.',
  blocked: 'Du blockierst diesen Spieler: keine Herausforderungen, keine Paarungen, kein Chat.',
  followers: (n) => plural(n, 'Follower', 'Follower'),
  title: 'Freunde online',
  friends: 'Freunde',
  here: 'gerade online',
  all: (n) => `Alle ${n}, denen du folgst`,
  challenge: 'Herausfordern',
  challengeOf: (name) => `${isolate(name)} herausfordern`,
  watch: 'Zuschauen',
  watchOf: (name) => `Bei der Partie von ${isolate(name)} zuschauen`,
  section: 'Freunde und blockierte Spieler',
  following: 'Du folgst',
  nobody: 'Du folgst noch niemandem. Auf der Seite eines Spielers kannst du ihm folgen oder ihn blockieren.',
  blocking: 'Du blockierst',
  invisible: 'Verbergen, dass ich online bin',
} satisfies typeof en.friends
