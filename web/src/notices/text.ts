// Texts of notifications, in the page and from the service worker. This file imports nothing: the
// service worker has a copy of its own.

/** What a notification is about, as the server sends it. */
export interface Notice {
  kind: string
  name?: string
  level?: number
  result?: string
}

const who = (n: Notice): string => (n.level ? `the computer, level ${n.level}` : n.name || 'a guest')
const Who = (n: Notice): string => (n.level ? `The computer, level ${n.level},` : n.name || 'A guest')

const sentences: Record<string, (n: Notice) => string> = {
  turn: (n) => `It is your turn against ${who(n)}.`,
  soon: (n) => `Less than 6 hours are left for your move against ${who(n)}.`,
  joined: (n) => `${Who(n)} has joined your game.`,
  ended: (n) =>
    n.result === 'won'
      ? `You have won against ${who(n)}.`
      : n.result === 'lost'
        ? `You have lost against ${who(n)}.`
        : n.result === 'drawn'
          ? `Your game against ${who(n)} is a draw.`
          : `Your game against ${who(n)} has ended without a result.`,
  draw: (n) => `${Who(n)} offers a draw.`,
  takeback: (n) => `${Who(n)} asks to take back a move.`,
  challenged: (n) => `${Who(n)} challenges you.`,
  accepted: (n) => `${Who(n)} has accepted your challenge.`,
  declined: (n) => `${Who(n)} has declined your challenge.`,
  followed: (n) => `${Who(n)} follows you.`,
  paired: (n) => `Your next game in ${n.name ?? ''} has begun.`,
  rematch: (n) => `${Who(n)} offers a rematch.`,
  study: (n) => `${Who(n)} invites you to a study.`,
  tournament: (n) => (n.name ? `The tournament ${n.name} has started.` : 'A tournament has started.'),
}

/** Says what has happened. */
export const sentence = (n: Notice): string => sentences[n.kind]?.(n) ?? 'Something has happened in one of your games.'

export const notices = {
  title: 'Notifications',
  label: (unread: number) => (unread ? `Notifications, ${unread} unread` : 'Notifications'),
  none: 'Nothing has happened yet. You learn here when it is your turn in a game with days per move, when an opponent joins your game, and of challenges.',
  read: 'Mark all as read',
  unread: 'unread',
  view: 'View',
  failed: 'The notifications did not load.',
  settings: 'Notifications of this browser',
  when: (ms: number, now: number) => {
    const minutes = Math.floor((now - ms) / 60_000)
    if (minutes < 1) return 'just now'
    if (minutes < 60) return `${minutes} min ago`
    const hours = Math.floor(minutes / 60)
    if (hours < 24) return `${hours} h ago`
    const days = Math.floor(hours / 24)
    return days === 1 ? 'yesterday' : `${days} days ago`
  },
  push: {
    offer: 'The browser can show notifications even if no page of wane is open.',
    on: 'Show notifications',
    off: 'Turn off',
    isOn: 'This browser shows notifications.',
    blocked: 'Notifications are blocked in your browser’s settings.',
    failed: 'That did not work. Try again later.',
    choose: 'Notify me about',
  },
  kinds: {
    turn: 'It is my turn (days per move)',
    soon: 'My time runs out (days per move)',
    joined: 'An opponent joins my game',
    ended: 'A game has ended (days per move)',
    draw: 'A draw is offered (days per move)',
    takeback: 'A takeback is requested (days per move)',
    challenged: 'A challenge',
    accepted: 'My challenge is accepted',
    declined: 'My challenge is declined',
    followed: 'A new follower',
    tournament: 'A tournament that I have joined starts',
    paired: 'My next game in a tournament begins',
    rematch: 'A rematch is offered',
    study: 'An invitation to a study',
  } as Record<string, string>,
}
