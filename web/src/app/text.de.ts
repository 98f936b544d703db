// Texte des Rahmens jeder Seite.
import type * as en from './text'
import { isolate, plural } from '../ui/text.de'

export const app = {
  skip: 'Zum Inhalt springen',
  home: 'wane, Startseite',
  nav: 'Hauptmenü',
  menu: 'Menü',
  waiting: (n) => plural(n, 'Partie wartet', 'Partien warten') + ' auf einen Gegner',
  settings: 'Einstellungen',
  newVersion: 'Eine neue Version ist da.',
  reload: 'Neu laden',
  offlinePage:
    'Diese Seite liegt auf dem Server. Lektionen, Regeln, Analyse und Partien gegen den Computer gehen ohne Verbindung.',
  source: 'Regeln, Engine und Webseite sind freie Software.',
  footer: 'Über diese Seite',
  players: 'Spieler',
  about: 'Über wane',
  help: 'Hilfe',
  privacy: 'Datenschutz',
  api: 'API',
} satisfies typeof en.app

export const menu = {
  moderation: 'Meldungen und Konten',
  label: 'Konto und Einstellungen',
  profile: 'Dein Profil',
  profileOf: (name) => `${isolate(name)}: dein Profil`,
  account: 'Konto',
  signOut: 'Abmelden',
  challenges: (n) => plural(n, 'Herausforderung', 'Herausforderungen'),
  signOutFailed: 'Du bist noch angemeldet: Der Server ist nicht erreichbar.',
} satisfies typeof en.menu

export const sections: typeof en.sections = {
  play: 'Spielen',
  newGame: 'Neue Partie',
  correspondence: 'Fernschach',
  tournaments: 'Turniere',
  puzzles: 'Aufgaben',
  solve: 'Aufgaben lösen',
  themes: 'Themen',
  streak: 'Serie',
  storm: 'Sturm',
  history: 'Deine Versuche',
  learn: 'Lernen',
  lessons: 'Lektionen',
  shrink: 'Regeln: Shrink',
  convergent: 'Regeln: Convergent',
  diminuendo: 'Regeln: Diminuendo',
  cheshire: 'Regeln: Cheshire Cat',
  watch: 'Zuschauen',
  channels: 'Laufende Partien',
  archive: 'Beendete Partien',
  community: 'Community',
  players: 'Spieler',
  events: 'Turniere',
  shared: 'Öffentliche Studien',
  tools: 'Werkzeuge',
  analysis: 'Analysebrett',
  studies: 'Studien und Analysen',
  editor: 'Stellungseditor',
  explorer: 'Eröffnungen',
  tablebases: 'Endspieltabellen',
  atlas: 'Atlas der Rangfolgen',
}
