// Texts of the pages about accounts: signing up and in, and the account itself.
import type { PasskeyProblem } from './passkeys'
import { day, isolate, plural } from '../ui/text'

export const password = {
  least: 10,
  good: 16,
  most: 128,
  label: 'Password',
  show: 'Show',
  help: 'At least 10 characters. Four random words are easy to remember and hard to guess.',
  short: (n: number) => `${plural(n, 'character', 'characters')} of at least 10.`,
}

export const signIn = {
  intro: 'You keep your games and your name on every device.',
  adopt: 'Add the games that I played as a guest in this browser to my account',
  guest: 'What you have played as a guest in this browser is there again when you sign out.',
  name: 'Name',
  passkey: 'Sign in with a passkey',
  or: 'or with a password',
  forgot: 'Forgot your password?',
  none: 'No account yet?',
  create: 'Create an account',
  wrong: 'The name or the password is wrong.',
  failed: (why: string) => `You are not signed in: ${why}`,
  already: (name: string) => `You are signed in as ${isolate(name)}.`,
  toAccount: 'Your account',
}

export const signUp = {
  title: 'Create an account',
  intro:
    'You keep your games and your name, on all your devices, and can play rated games. It is free and needs no e-mail address.',
  guest: (name: string) => `Your games and puzzles as ${isolate(name)} move to the account.`,
  name: 'Name',
  nameHelp: '2–20 letters, digits, hyphens and underscores. Everyone sees it, and you cannot change it later.',
  passkey: 'With a passkey you sign in by fingerprint, face or the lock of your device, without the password.',
  have: 'Already have an account?',
  failed: (why: string) => `The account was not created: ${why}`,
  welcome: (name: string) => `Welcome, ${isolate(name)}`,
  done: 'Your account is ready. Keep these recovery codes: each lets you sign in once if you lose your password and your passkeys.',
  proceed: 'I’ve saved the codes',
}

export const recover = {
  title: 'Recover your account',
  intro: 'A recovery code from when you created the account lets you choose a new password. Each code works once.',
  code: 'Recovery code',
  fresh: 'New password',
  button: 'Set password and sign in',
  back: 'Back to sign-in',
  without: 'Without a code there is no way into an account that has no confirmed e-mail address.',
  mail: 'Or by e-mail, if your account has a confirmed address:',
  address: 'Name or e-mail address',
  send: 'Send a link',
  sent: 'If there is such an account with a confirmed address, an e-mail with a link is on its way. The link works for an hour.',
  link: 'Choose a new password. It signs out all devices and revokes all tokens.',
  confirm: 'Confirm your e-mail address',
  digest: 'Notifications by e-mail',
  digestText:
    'Press the button to unsubscribe from notifications by e-mail. They stay in the page, and your account’s settings can bring them back.',
  digestEnd: 'Unsubscribe',
  digestEnded: 'You get no more notifications by e-mail.',
  digestGone: 'This link is no longer valid. Your account’s settings have the same choice.',
  confirmText: 'Press the button to confirm that the address is yours.',
  confirmed: (address: string) => `${isolate(address)} is confirmed.`,
  expired: 'The link has expired or was used. Ask for another one.',
}

export const codes = {
  label: 'Recovery codes',
  once: 'They are shown only this once.',
  shown: (n: number) => `${plural(n, 'recovery code is', 'recovery codes are')} shown, only now.`,
  copy: 'Copy',
  copied: 'Copied.',
  copyFailed: 'This browser does not allow copying. Select the codes instead.',
  download: 'Download',
  print: 'Print',
  file: (name: string, site: string, list: string) =>
    `Recovery codes of ${name} on ${site}\nEach works once.\n\n${list}\n`,
}

export const account = {
  title: 'Account',
  intro: (name: string, created: number) => `You are ${isolate(name)}, with an account since ${day(created)}.`,
  guest: 'You are playing as a guest. Sign in to see your account.',
}

export const confirm = {
  title: 'Confirm it’s you',
  text: 'This changes who can use your account, so prove once more that it is yours. That holds for five minutes.',
  button: 'Continue',
  wrong: 'The password is wrong.',
  passkey: 'Use a passkey',
}

export const sessions = {
  title: 'Devices',
  text: 'Where you are signed in. A device that you do not use for 30 days is signed out.',
  current: 'this device',
  used: (at: number) => `last used ${day(at)}`,
  since: (at: number) => `signed in ${day(at)}`,
  end: 'Sign out',
  endOf: (device: string) => `Sign out ${device}`,
  ended: 'The device is signed out.',
  endAll: 'Sign out all other devices',
  endedAll: 'All other devices are signed out.',
}

export const passkey = {
  title: 'Passkeys',
  text: 'Sign in by fingerprint, face or the lock of your device. A passkey works on this site only and cannot be guessed or forgotten.',
  missing: 'This browser cannot use passkeys here.',
  add: 'Add a passkey',
  make: 'Add passkey',
  added: 'You can now sign in with this passkey.',
  name: 'Name of the passkey',
  named: (n: number) => `Passkey ${n}`,
  since: (at: number) => `added ${day(at)}`,
  used: (at: number) => `last used ${day(at)}`,
  unused: 'never used',
  rename: (name: string) => `Rename ${isolate(name)}`,
  remove: (name: string) => `Remove ${isolate(name)}`,
  removed: 'The passkey is removed. Delete it on your device, too.',
  problems: {
    canceled: 'No passkey was used. Try again, or use your password.',
    known: 'This device has a passkey of your account already.',
    origin: 'Passkeys do not work at this address of the page. Use the site’s usual address.',
    failed: 'The browser could not use a passkey.',
  } satisfies Record<PasskeyProblem, string>,
}

export const changePassword = {
  title: 'Password',
  text: 'A new password signs out all other devices.',
  none: 'Your account has no password: you sign in with passkeys.',
  change: 'Change password',
  add: 'Set a password',
  fresh: 'New password',
  save: 'Save password',
  done: 'Password changed. All other devices are signed out.',
}

export const email = {
  title: 'E-mail address',
  text: 'Optional. It gets messages about the security of your account, and a link if you forget the password. Other players do not see it.',
  label: 'E-mail address',
  none: 'Your account has no confirmed address.',
  has: (address: string) => `Your confirmed address is ${isolate(address)}.`,
  set: 'Add an address',
  change: 'Change address',
  send: 'Send a link',
  sent: 'An e-mail with a link is on its way. The address is yours once you have opened the link, within a day.',
  remove: 'Remove',
  removed: 'The address is removed.',
  digest: 'Unread notifications by e-mail',
  often: { never: 'Never', daily: 'At most once a day', weekly: 'At most once a week' } as Record<string, string>,
  chosen: 'Saved.',
}

export const deletion = {
  title: 'Delete account',
  text: 'This cannot be undone. Running games are aborted or lost; your studies, analyses, messages and ratings are deleted. Your opponents keep their games, against a deleted player. No other player can take your name.',
  begin: 'Delete account …',
  name: (name: string) => `Type your name, ${isolate(name)}, to delete the account for good`,
  button: 'Delete for good',
  done: 'The account is being deleted.',
}

export const download = {
  title: 'Your data',
  text: 'All your data, as a ZIP file: finished games as PGN, the rest as JSON.',
  button: 'Download my data',
}

export const recovery = {
  title: 'Recovery codes',
  text: (n: number) =>
    `${n === 0 ? 'You have no codes left.' : `You have ${plural(n, 'code', 'codes')} left.`} Each lets you in once if you lose your password.`,
  renew: 'Make new codes',
  replaces: 'Older codes are then no longer valid.',
}

export const tokens = {
  title: 'Tokens for programs',
  text: 'A token lets a program, such as a bot or a board, act for you without your password.',
  docs: 'How programs use them',
  made: 'The token is made. Its secret is shown above, only now.',
  once: 'The token is shown only now. Treat it like a password.',
  feed: 'The address of your notifications for a feed reader, as secret as the token:',
  none: 'no rights beyond reading',
  used: (at: number) => `last used ${day(at)}`,
  unused: 'never used',
  fresh: 'Make a token',
  name: 'What it is for',
  scopes: 'What it may do',
  scope: {
    'bot:play': 'Play as a bot',
    'board:play': 'Play as you',
    'challenge:read': 'See your challenges',
    'challenge:write': 'Send, accept and decline challenges',
    'follow:read': 'See whom you follow',
    'follow:write': 'Follow and block players',
    'study:read': 'Read your studies and analyses',
    'study:write': 'Change your studies and analyses',
    'email:read': 'See your e-mail address',
    'notify:read': 'Read your notifications, as a feed',
    'puzzle:read': 'See your ratings and attempts at puzzles',
    'puzzle:write': 'Solve and publish puzzles',
    'tournament:write': 'Create, join and leave tournaments',
    'engine:work': 'Compute moves and reviews for this server',
  },
  make: 'Make token',
  revoke: 'Revoke',
  revokeOf: (name: string) => `Revoke ${isolate(name)}`,
  revoked: 'The token is no longer valid.',
}

export const app = {
  title: 'Sign in to a program',
  guest: 'A program wants to act for you. Sign in first.',
  asks: (name: string, host: string, you: string) =>
    `${isolate(name)} (${isolate(host)}) asks to act for you, ${isolate(you)}:`,
  reads: 'Read what is public, and your profile',
  revoke: 'It does not learn your password. You can revoke this in your account, under “Tokens for programs”.',
  allow: 'Allow',
}

export const vacation = {
  title: 'Vacation',
  text: (perYear: number) =>
    `On vacation, your clocks stand still in all games with days per move. You have ${perYear} days a year. A vacation begins at once; you can still move.`,
  left: (n: number) => `${plural(n, 'day', 'days')} left this year`,
  days: 'Days',
  begin: 'Go on vacation',
  away: (until: number) => `You are on vacation until ${day(until)}. Your clocks stand still.`,
  end: 'Come back now',
  back: 'Welcome back. Your clocks run again.',
}
