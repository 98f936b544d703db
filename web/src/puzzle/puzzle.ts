// Puzzles: positions with one solution. They come one by one from the server, or as the lists
// that are part of the program (package puzzle of the module), which the browser keeps.

import type { BarePuzzle } from '../net/types'

export type Puzzle = BarePuzzle
export type Goal = Puzzle['goal']
export type Proof = Puzzle['proof']

/** The variants with puzzles, in the order of the page. */
export const variants = ['shrink', 'convergent', 'diminuendo', 'cheshire', 'cheshire8'] as const

export const goals: Goal[] = ['mate', 'win', 'draw', 'gain']

/** The themes in the order of package puzzle. */
export const themes = [
  'mate-in-1',
  'mate-in-2',
  'mate-in-3',
  'mate-in-4',
  'mate-in-5',
  'advantage',
  'won-ending',
  'defense',
  'royal-entry',
  'collapse-check',
  'collapse-promotes',
  'opponents-pawn',
  'keep-the-line',
  'drop-check',
  'gift-to-z',
  'comes-back',
  'vanishing-bridge',
  'stalemate-trap',
  'parity',
  'zugzwang',
  'underpromotion',
  'sacrifice',
  'quiet-move',
] as const
export type Theme = (typeof themes)[number]

/** The themes that chess lacks, as in package puzzle. */
const strange: readonly string[] = [
  'royal-entry',
  'collapse-check',
  'collapse-promotes',
  'opponents-pawn',
  'keep-the-line',
  'drop-check',
  'gift-to-z',
  'comes-back',
  'vanishing-bridge',
] satisfies Theme[]
/** How many themes of a puzzle chess lacks. */
export const strangeness = (p: Pick<Puzzle, 'themes'>): number => p.themes.filter((t) => strange.includes(t)).length

export const isTheme = (name: string): name is Theme => (themes as readonly string[]).includes(name)
export const isGoal = (name: string): name is Goal => (goals as readonly string[]).includes(name)

/** The number of the solver's moves. */
export const solverMoves = (p: Pick<Puzzle, 'moves'>): number => (p.moves.length + 1) >> 1

/** The solver's color. */
export const solverColor = (fen: string): 'white' | 'black' => (fen.split(' ')[1] === 'b' ? 'black' : 'white')

/**
 * Reads a list of puzzles as puzzle.Read does: a line each, with tabs between the fields. Lines that it cannot read are
 * left out.
 */
export function parsePack(text: string): Puzzle[] {
  const out: Puzzle[] = []
  for (const line of text.split('\n')) {
    if (!line || line.startsWith('#')) continue
    const [id, variant, fen, moves, goal, proof, rating, themes] = line.replace(/\r$/, '').split('\t')
    if (!id || !variant || !fen || !moves || !goal || !proof || themes === undefined) continue
    const n = Number(rating)
    if (!(n > 0)) continue
    out.push({
      id,
      variant,
      fen,
      moves: moves.split(' '),
      goal: goal as Goal,
      proof: proof as Proof,
      rating: n,
      themes: themes.split(' ').filter((t) => t),
    })
  }
  return out
}

/** Which puzzles a player wants; empty fields stand for all. */
export interface Filter {
  variant: string
  theme: string
  goal: Goal | ''
}

/** Whether a puzzle is one of those that a player wants. */
export const wanted = (p: Puzzle, f: Filter): boolean =>
  (!f.variant || p.variant === f.variant) && (!f.theme || p.themes.includes(f.theme)) && (!f.goal || p.goal === f.goal)
