// Texte des Chats.
import type * as en from './text'

export const chat = {
  title: 'Chat',
  unread: (n) => (n === 1 ? '1 ungelesene Nachricht' : `${n} ungelesene Nachrichten`),
  rooms: { players: 'Spieler', spectators: 'Zuschauer', common: 'Alle' },
  which: 'Wer mitliest',
  log: { players: 'Chat der Spieler', spectators: 'Chat der Zuschauer', common: 'Chat' },
  empty: {
    players: 'Das lesen nur die beiden Spieler.',
    spectators: 'Die Spieler lesen das nach der Partie.',
    common: 'Noch keine Nachrichten.',
  },
  presets: 'Sagen',
  label: 'Nachricht',
  send: 'Senden',
  close: 'Chat schließen',
  on: 'Chat einschalten',
  isOff: 'Der Chat ist aus.',
  you: 'du',
  hide: 'Verbergen',
  hideAll: (name) => `Alle Nachrichten von ${name} verbergen`,
  hidden: 'von einem Moderator entfernt',
  members: 'Das lesen nur Mitglieder der Studie.',
  free: (account) =>
    account
      ? 'Dein Konto ist weniger als einen Tag alt: Bis dahin schreibst du nur in Partien auf Einladung und mit Freunden frei.'
      : 'Gäste wählen unter diesen Sätzen. Konten, die älter als ein Tag sind, schreiben frei.',
  offline: 'Nicht gesendet: Der Server ist nicht erreichbar.',
} satisfies typeof en.chat

export const presets: typeof en.presets = {
  hello: 'Hallo!',
  'good-luck': 'Viel Glück!',
  'have-fun': 'Viel Spaß!',
  'you-too': 'Dir auch!',
  'nice-move': 'Schöner Zug!',
  oops: 'Hoppla!',
  'one-moment': 'Einen Moment, bitte.',
  'good-game': 'Gute Partie!',
  'well-played': 'Gut gespielt!',
  thanks: 'Danke!',
  rematch: 'Noch eine Partie?',
  goodbye: 'Ich muss gehen. Tschüss!',
}
