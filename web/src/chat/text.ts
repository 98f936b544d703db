// Texts of the chat.

export const chat = {
  title: 'Chat',
  unread: (n: number) => (n === 1 ? '1 unread message' : `${n} unread messages`),
  rooms: { players: 'Players', spectators: 'Spectators', common: 'Everyone' },
  which: 'Chat room',
  log: { players: 'Chat of the players', spectators: 'Chat of the spectators', common: 'Chat' },
  empty: {
    players: 'Only the two players read this.',
    spectators: 'The players read this after the game.',
    common: 'No messages yet.',
  },
  presets: 'Say',
  label: 'Message',
  send: 'Send',
  close: 'Close chat',
  on: 'Turn on chat',
  isOff: 'Chat is off.',
  you: 'you',
  hide: 'Hide',
  hideAll: (name: string) => `Hide all messages of ${name}`,
  hidden: 'removed by a moderator',
  members: 'Only members of the study read this.',
  free: (account: boolean): string =>
    account
      ? 'Your account is less than a day old: until then, you write freely only in games by invitation and with friends.'
      : 'Guests choose among these sentences. Accounts that are older than a day write freely.',
  offline: 'Not sent: the server is unreachable.',
}

/** The sentences that everyone may write, by their keys. */
export const presets: Record<string, string> = {
  hello: 'Hello!',
  'good-luck': 'Good luck!',
  'have-fun': 'Have fun!',
  'you-too': 'You too!',
  'nice-move': 'Nice move!',
  oops: 'Oops!',
  'one-moment': 'One moment, please.',
  'good-game': 'Good game!',
  'well-played': 'Well played!',
  thanks: 'Thank you!',
  rematch: 'Another game?',
  goodbye: 'I have to go. Goodbye!',
}
