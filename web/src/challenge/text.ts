// Texts about challenges, and of invitations by link.
import type { Challenge } from '../net/types'
import { plural } from '../ui/text'
import { control, seat } from '../ui/player.text'

export const challenge = {
  title: 'Challenge',
  to: (c: Challenge) => `Challenge to ${seat(c.to)}`,
  from: (c: Challenge) => `${seat(c.from)} challenges you`,
  open: 'Challenge for everyone with the link',
  waiting: (c: Challenge) =>
    `Waiting for ${seat(c.to)}. You can leave this page: a notice says when there is an answer.`,
  waitingOpen: 'The first player who accepts plays. You can leave this page: a notice says when the game begins.',
  rated: 'Rated',
  casual: 'Casual, with takebacks',
  /** What programs may ask for. Nobody gives time here, so noGiveTime says nothing. */
  rules: {
    noAbort: 'Neither player can abort the game',
    noRematch: 'No rematch',
    noClaimWin: 'No claims when a player leaves',
    noEarlyDraw: 'No draw by agreement in the first 30 moves',
  } as Record<string, string>,
  custom: 'From a custom position',
  white: 'You play White',
  black: 'You play Black',
  random: 'Random colors',
  until: (day: string) => `Without an answer it ends on ${day}.`,
  accept: 'Accept',
  decline: 'Decline',
  why: 'Reason',
  cancel: 'Withdraw the challenge',
  back: 'Back',
  needsAccount: 'This game is rated: sign in to accept.',
  begins: 'The game begins …',
  toGame: 'Go to the game',
  accepted: (c: Challenge) => (c.to.taken ? `${seat(c.to)} has accepted.` : 'The challenge is accepted.'),
  declined: (c: Challenge) => `${seat(c.to)} has declined:`,
  youDeclined: 'You have declined.',
  quote: (text: string) => `“${text}”`,
  canceled: 'The challenge was withdrawn.',
  expired: 'The challenge had no answer in time.',
  again: 'Challenge again',
  missing: 'Challenge not found',
  missingWhy: 'It may have ended a day ago or more, or be for another player.',
  missingSign: 'If it is for you, sign in.',
  failed: 'The challenge did not load.',
  learn: (title: string) => `New to ${title}? Learn it in five minutes.`,
  list: 'Challenges',
  view: 'View',
  viewOf: (c: Challenge) => `View the challenge ${c.from.you ? 'to' : 'from'} ${seat(c.from.you ? c.to : c.from)}`,
  everyone: 'everyone with the link',
  sent: (who: string) => `to ${who}`,
  got: (who: string) => `from ${who}`,
  more: (n: number) => plural(n, 'more challenge', 'more challenges'),
  button: 'Challenge',
  terms: (c: Challenge) =>
    `${c.title}, ${control(c.control)}${c.rated ? ', rated' : ''}${c.rules ? ', special rules' : ''}`,
}

/** What players answer, with the keys of the API. */
export const reasons = {
  generic: 'Not now',
  later: 'Ask me again later',
  tooFast: 'Too fast for me',
  tooSlow: 'Too slow for me',
  timeControl: 'Another time control, please',
  rated: 'Rated, please',
  casual: 'Casual, please',
  variant: 'Another variant, please',
}

/** Of the field that names the player to challenge. */
export const player = {
  label: 'Name of the player',
  signIn: 'Only players with an account can challenge others.',
  failed: (why: string) => `The challenge was not sent: ${why}`,
}

export const invite = {
  copy: 'Copy',
  copied: 'Copied',
  share: 'Share …',
  qr: 'QR code',
  qrHelp: 'Point the camera of another device at it.',
  qrOf: (address: string) => `QR code of ${address}`,
  text: (title: string) => `A game of ${title}?`,
}
