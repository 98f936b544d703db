// The words of the board.

const sides = { white: 'white', black: 'black' }
const kinds: Record<string, string> = { k: 'king', q: 'queen', r: 'rook', b: 'bishop', n: 'knight', p: 'pawn' }

const sideOf = (man: string) => (man === man.toUpperCase() ? 'white' : 'black')
const kindOf = (man: string) => kinds[man.toLowerCase()] ?? ''
const upper = (s: string) => s.charAt(0).toUpperCase() + s.slice(1)
const manOf = (man: string) => `${sides[sideOf(man)]} ${kindOf(man)}`
const placeOf = (name: string) => (name === 'z' ? 'the double cell z' : name)

/** What is to be said of a cell. */
export interface CellWords {
  name: string
  man?: string // FEN letter
  gone: boolean
  royal: 'white' | 'black' | null
  selected: boolean
  check: boolean
  last: boolean
  premove: boolean
  /** A chosen man can move here. */
  target: boolean
  takes?: string | true // FEN letter of the man whom he takes, if he stands here
  promotes: boolean
  /** A second time confirms. */
  armed: boolean
}

export const board = {
  label: 'Chess board',
  /** Told to screen readers as the board's description. */
  help: 'Arrow keys walk over the board. Enter chooses a man and then where he goes. Escape takes a choice back.',
  row: (name: string) => (/^\d/.test(name) ? `Rank ${name}` : `File ${name}`),
  /** A man by his FEN letter: "white knight". */
  man: manOf,
  kind: (letter: string) => upper(kindOf(letter)),

  cell(c: CellWords): string {
    const parts = [placeOf(c.name)]
    if (c.gone) return `${c.name}, vanished`
    if (c.man) parts.push(manOf(c.man))
    if (c.royal) parts.push(`royal square of ${upper(sides[c.royal])}`)
    if (c.selected) parts.push('chosen')
    if (c.check) parts.push('in check')
    if (c.target) {
      const does = c.takes === true ? ': takes' : c.takes ? `: takes the ${kindOf(c.takes)}` : ''
      parts.push((c.armed ? 'press again to move here' : 'can move here') + does + (c.promotes ? ', pawns promote' : ''))
    }
    if (c.premove) parts.push('planned move')
    if (c.last) parts.push('last move')
    return parts.join(', ')
  },

  selected(man: string, cell: string, count: number): string {
    const moves = count === 0 ? 'no moves' : count === 1 ? '1 move' : `${count} moves`
    return `${upper(manOf(man))} on ${placeOf(cell)}, ${moves}`
  },
  planning: (man: string, cell: string) => `${upper(manOf(man))} on ${placeOf(cell)}, for your next move`,
  planned: (from: string, to: string) => `Planned: ${placeOf(from)} to ${placeOf(to)}`,
  unplanned: 'Planned move taken back',
  cancelled: 'Choice taken back',
  confirm: 'Choose the same place again to move',
  drawFrom: (cell: string) => `Drawing from ${placeOf(cell)}: now choose where to`,
  drew: (from: string, to: string, colour: string) =>
    from === to ? `${upper(colour)} circle at ${placeOf(from)}` : `${upper(colour)} arrow from ${placeOf(from)} to ${placeOf(to)}`,

  promotion: {
    /** The question for one of several pawns. */
    question(nth: number, of: number, side: 'white' | 'black', cell: string): string {
      if (of === 1) return `${upper(sides[side])}’s pawn on ${placeOf(cell)} becomes`
      return `Pawn ${nth} of ${of} (${upper(sides[side])}’s) on ${placeOf(cell)} becomes`
    },
    single: (cell: string) => `The pawn on ${placeOf(cell)} becomes`,
    back: 'Back',
    cancel: 'Cancel',
    unavailable: 'not legal here',
    board: 'The board after the move',
  },
}
