// Texts of the frame of every page.
import parts from '../../routes/menu.json'
import { isolate, plural } from '../ui/text'

export const app = {
  skip: 'Skip to content',
  home: 'wane, home',
  nav: 'Main',
  menu: 'Menu',
  /** How many open games of others there are. */
  waiting: (n: number) => plural(n, 'game waits', 'games wait') + ' for an opponent',
  settings: 'Settings',
  newVersion: 'A new version is ready.',
  reload: 'Reload',
  offlinePage:
    'This page is on the server. Lessons, rules, analysis and games against the computer work without a connection.',
  source: 'Rules, engine and page are free software.',
  footer: 'About this site',
  players: 'Players',
  about: 'About',
  help: 'Help',
  privacy: 'Privacy',
  api: 'API',
}

/** Of the menu at the end of the header. */
export const menu = {
  moderation: 'Moderation',
  label: 'Account and settings',
  profile: 'Your profile',
  profileOf: (name: string) => `${isolate(name)}: your profile`,
  account: 'Account',
  signOut: 'Sign out',
  challenges: (n: number) => plural(n, 'challenge', 'challenges'),
  signOutFailed: 'You are still signed in: the server is unreachable.',
}

/** The names of the parts of the menu, by their keys; the manual has them from the same list. */
export const sections: Record<string, string> = Object.fromEntries(
  parts.flatMap((s) => [s, ...s.parts]).map((p) => [p.key, p.title]),
)
