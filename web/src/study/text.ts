// Texts of the studies that several people edit.
import type { Commenting, Role, StudyEvent, Visibility } from './types'
import { day, fullMoves, isolate, plural } from '../ui/text'
import { spokenSan } from '../ui/moves.svelte'

export const visibilities: Record<Visibility, { name: string; text: string }> = {
  private: { name: 'Private', text: 'only the people you add' },
  unlisted: { name: 'Unlisted', text: 'everyone who has the link' },
  public: { name: 'Public', text: 'everyone can find it' },
}
export const commenting: Record<Commenting, string> = {
  everyone: 'everyone with an account who can read it',
  members: 'only the people of the study',
  none: 'only the owner and contributors',
}
export const roles: Record<Role, string> = { owner: 'owner', contributor: 'contributor', reader: 'reader' }

export const library = {
  title: 'Studies and analyses',
  text: 'Only you see your analyses. Studies have chapters, and others can read and edit them.',
  create: 'New',
  choices: {
    analysis: ['Analysis', 'A game or position with your variations and comments, which only you see.'],
    study: ['Study', 'Chapters to edit together, to teach with and to share.'],
    import: ['Import', 'PGN, FEN or moves. Each game becomes an analysis, or all become a study.'],
  },
  kinds: { analysis: 'Analysis', game: 'Game', study: 'Study' },
  lists: { mine: 'Mine', shared: 'Shared with me', public: 'Public' },
  label: 'Lists',
  search: 'Search',
  find: 'Name, player or chapter',
  topics: 'Topics',
  topic: (name: string) => `Topic: ${name}`,
  clear: 'All topics',
  allVariants: 'All variants',
  by: 'by',
  chapters: (n: number) => plural(n, 'chapter', 'chapters'),
  moves: fullMoves,
  changed: (at: number) => `changed ${day(at)}`,
  share: (name: string) => `Make a study of ${name}`,
  rename: (name: string) => `Rename ${name}`,
  newName: 'New name',
  remove: (name: string) => `Delete ${name}`,
  confirmRemove: (name: string) => `Delete “${name}” permanently?`,
  removeNow: 'Delete',
  more: 'More',
  none: {
    mine: 'You have no analyses or studies yet.',
    shared: 'No one has added you to a study yet.',
    public: 'No public study yet.',
  },
  noneFound: 'No match.',
  guest: 'Studies need an account.',
  failed: 'The studies did not load. The server may be unreachable.',
  blocked: 'The analyses in this browser cannot be read. You can still analyze, but download what you want to keep.',
}

export const form = {
  title: 'New study',
  guest: 'You need an account for a study that others see.',
  name: 'Name',
  description: 'Description',
  topics: 'Topics, separated by commas',
  topicsHelp: 'Such as openings, endings or a player: others find public studies by them.',
  visibility: 'Who can read it',
  comments: 'Who can comment',
  first: 'First chapter',
  ways: { board: 'Start position', fen: 'Position (FEN)', pgn: 'PGN', game: 'Game on this server' },
  way: 'Begin with',
  variant: 'Variant',
  fen: 'FEN',
  game: 'Link of the game',
  gameWrong: 'That isn’t a game link from this site.',
  mode: 'Interactive exercise',
  modeHelp: 'The chapter is an exercise: the moves of one side are found one by one.',
  flipped: 'Black at the bottom',
  flippedHelp: 'In an exercise, Black’s moves are to be found.',
  create: 'Create study',
  failed: (why: string) => `That did not work: ${why}`,
  chapterName: (n: number) => `Chapter ${n}`,
  share: 'Share as a study',
  shareHelp: 'Makes a study of this analysis that others can read and edit with you.',
}

export const page = {
  titled: (study: string) => `${study} – wane`,
  heading: (study: string, chapter: string) => `${study}: ${chapter}`,
  missing: 'Study not found',
  missingWhy: 'Check the link. A private study is shown only to the people in it.',
  missingGuest: 'If it is yours, or you were added to it, sign in.',
  all: 'All studies',
  failed: (why: string) => `The study did not load: ${why}`,
  offline: 'the server is unreachable, and this browser has no copy.',
  chapterFailed: (why: string) => `The chapter did not load: ${why}`,
  saved: 'All changes are saved',
  waiting: (n: number) => `${plural(n, 'change is', 'changes are')} being sent`,
  off: (n: number) =>
    n
      ? `Offline: ${plural(n, 'change is', 'changes are')} kept in this browser and sent later.`
      : 'Offline: you see the study as it was. Changes are sent later.',
  gone: 'This study is not there any more, or you have no access now. What you see stays until you leave.',
  signedOut: 'You are signed out: changes stay in this browser until you sign in again.',
  rejected: 'Not accepted:',
  yours: 'What you typed',
  understood: 'Dismiss',
  tries: 'Moves you try here are seen only by you.',
  clear: 'Clear my moves',
  signInToComment: 'Sign in to comment',
  previous: 'Previous chapter',
  next: 'Next chapter',
  preview: 'Try it as a reader',
  edit: 'Back to editing',
  allMoves: 'Look at all moves',
  exercise: 'Back to the exercise',
}

export const chapters = {
  title: 'Chapters',
  here: 'Here now',
  alone: 'Only you are here.',
  guests: (n: number) => plural(n, 'guest', 'guests'),
  goTo: (name: string) => `Go to the move of ${isolate(name)}`,
  follow: 'Follow',
  followOf: (name: string) => `Follow ${isolate(name)}`,
  add: 'Add chapter',
  addTitle: 'Add a chapter',
  there: 'These games are chapters already.',
  addAll: (n: number) => `Add all ${n} games`,
  editTitle: 'Chapter',
  editOf: (name: string) => `Edit chapter ${name}`,
  upOf: (name: string) => `Move ${name} up`,
  downOf: (name: string) => `Move ${name} down`,
  name: 'Name',
  exercise: 'exercise',
  remove: 'Delete chapter',
  removeSure: (name: string) => `Delete the chapter “${name}” for everyone?`,
}

export const people = {
  title: 'People',
  add: 'Add',
  name: 'Name of the account',
  role: 'Role',
  roleOf: (name: string) => `Role of ${isolate(name)}`,
  remove: 'remove',
  you: 'you',
  leave: 'Leave this study',
  leaveSure: 'Leave this study? You lose access if it is private.',
  deleted: 'deleted account',
  added: (name: string) => `${isolate(name)} was added.`,
  help: 'Contributors edit everything; readers read private studies, too.',
}

export const settings = {
  open: 'Settings',
  title: 'Settings of the study',
  clone: 'Others may copy it',
  remove: 'Delete study',
  removeSure: (name: string) => `Delete “${name}” with all chapters and comments? This cannot be undone.`,
  removeNow: 'Delete permanently',
  keep: 'Keep it',
}

export const sharing = {
  hide: 'Hide this study',
  unhide: 'Let its owner publish it again',
  hidden: 'Moderators have hidden this study. It cannot be published until they lift that.',
  link: 'Link',
  linkHelp: {
    private: 'Only the people of the study can open it.',
    unlisted: 'Everyone who has the link can read it.',
    public: 'Everyone can read it.',
  } as Record<Visibility, string>,
  chapterLink: 'Link to this chapter',
  chapter: 'This chapter (PGN)',
  whole: 'All chapters (PGN)',
  waiting: 'Changes that are not sent yet are not in the file.',
  embed: 'Embed in your website',
  embedHelp: 'Paste this HTML into a page. Visitors step through the chapter; private studies cannot be embedded.',
  clone: 'Copy study',
  cloneHelp: 'Makes a private study of your own with all chapters.',
  cloneGuest: 'Sign in to copy this study.',
  files: 'Files',
}

/** Of chapters whose moves are to be found. */
export const find = {
  task: (color: string) => `Find the moves of ${color}.`,
  white: 'White',
  black: 'Black',
  progress: (done: number, of: number) => `Move ${Math.min(done + 1, of)} of ${of}`,
  right: (san: string) => `${san} is right.`,
  reply: (san: string) => `The reply is ${san}.`,
  wrong: (san: string) => `${san} is not the move.`,
  look: (san: string) => `${san}: look at the answer.`,
  again: 'Try again',
  hint: 'Hint',
  noHint: 'The marked piece moves.',
  show: 'Show the move',
  shown: (san: string) => `The move was ${san}.`,
  done: (wrong: number, shown: number) =>
    wrong + shown === 0
      ? 'Well done, without a mistake.'
      : `Done: ${plural(wrong, 'wrong move', 'wrong moves')}, ${shown} shown.`,
  empty: 'This exercise has no moves yet.',
  restart: 'Start again',
  next: 'Next chapter',
  failed: (why: string) => `The board did not load: ${why}`,
}

/** What is announced when others change the study. */
export const news = (name: string, e: StudyEvent): string => {
  const who = isolate(name) || 'A moderator'
  switch (e.kind) {
    case 'line':
      return `${who} added ${spokenSan(e.moves?.at(-1)?.san ?? '')}.`
    case 'cut':
      return `${who} deleted moves.`
    case 'restore':
      return `${who} restored moves.`
    case 'note':
      return `${who} annotated a move.`
    case 'chapter':
      return `${who} added the chapter ${e.head?.name ?? ''}.`
    case 'remove-chapter':
      return `${who} deleted a chapter.`
    default:
      return ''
  }
}

/** Of a chapter on another site. */
export const embed = {
  open: 'Open the study on wane',
  failed: 'The study did not load. It may be private, or the server is unreachable.',
  chapter: 'Chapter',
  exercise: 'Find the moves on wane',
  instead: 'Instead:',
}
