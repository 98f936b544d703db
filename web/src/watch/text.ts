// Texts of the page Watch, of its channels, and of the feed of reviewed games.
import type { DecisiveMoment } from '../net/types'
import { colors } from '../ui/text'
import { displaySan, numbered } from '../ui/moves.svelte'

export const watch = {
  title: 'Watch',
  intro: 'The best game of each variant that is being played, live.',
  search: 'Search finished games',
  failed: 'The games did not load: the server is unreachable. Retrying …',
  stale: 'The connection is lost. What you see may be out of date.',
  live: 'live',
  next: 'The next game follows …',
  past: 'Last game',
  none: 'No game yet.',
  play: 'Play one',
  yours: 'Your game',
  followLabel: (title: string) => `Follow the board: ${title}`,
  gameLabel: (title: string, white: string, black: string) => `${title}: ${white} – ${black}`,
}

export const channel = {
  title: (title: string, live: boolean) => (live ? `${title}: live` : title),
  missing: 'There is no such channel',
  all: 'All channels',
  open: 'Open the game',
  share: 'Show it in a stream …',
  about: 'This board goes to the next game by itself, some seconds after the end.',
  pastWhy: 'No game is being played. This is the last one; the next one appears here by itself.',
  noneWhy: 'No game is being played. The next one appears here by itself.',
  yourWhy: 'You play this game yourself.',
  announce: (white: string, black: string) => `Next game: ${white} – ${black}.`,
  shareTitle: 'Board for streams',
  shareHelp:
    'Paste the code into a page, or the address into a browser source of your streaming program. The board goes to the next game by itself. No cookies.',
  address: 'Address',
  background: 'Background',
  backgrounds: { plain: 'Plain', transparent: 'Transparent' },
}

export const reviews = {
  title: 'Reviewed games',
  intro: 'Finished games with a computer analysis.',
  feed: 'Atom feed',
  none: 'No game has a review yet. Open one of your finished games and request a computer analysis.',
  failed: (why: string) => `The reviewed games did not load: ${why}`,
  more: 'Show older games',
  accuracy: (percent: number | undefined) => (percent === undefined ? '–' : `${percent.toFixed(0)} %`),
  accuracyLabel: 'Accuracy',
  /** “Decisive: 12… Nf6?? instead of Qe7”. */
  moment: (m: DecisiveMoment, sign: string) =>
    `Decisive: ${numbered(m, displaySan(m.san) + sign)}${m.better && m.better !== m.san ? ` instead of ${displaySan(m.better)}` : ''}`,
  quiet: 'No mistakes by either side.',
  label: (title: string, white: string, black: string) => `Review: ${title}, ${white} – ${black}`,
  sides: colors,
}

export const streamed = {
  wrong: 'No channel at this address. Use /embed/watch/VARIANT, such as /embed/watch/shrink.',
  unreachable: 'The server is unreachable. Retrying …',
  none: 'No game is being played. The next one appears here.',
  board: (title: string) => `Board: ${title}`,
  open: 'Open the game on wane',
}
