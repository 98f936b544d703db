// What the review of a game says.
import type { ReviewMove, ReviewPoint } from '../net/types'
import { displaySan } from '../ui/moves.svelte'

/** Evaluations, for White. */
export const score = {
  /** “+1.2”, “−0.3”, “#3”, “#−3”; nothing where the game is over. */
  short(p: Pick<ReviewPoint, 'cp' | 'mate'>): string {
    if (p.mate !== undefined) return `#${p.mate < 0 ? '−' : ''}${Math.abs(p.mate)}`
    if (p.cp === undefined) return ''
    const pawns = (Math.abs(p.cp) / 100).toFixed(1)
    return pawns === '0.0' ? '0.0' : (p.cp < 0 ? '−' : '+') + pawns
  },
  spoken(p: ReviewPoint): string {
    if (p.over) return p.chance === 1 ? 'White has won' : p.chance === 0 ? 'Black has won' : 'drawn'
    if (p.mate !== undefined) return `${p.mate > 0 ? 'White' : 'Black'} mates in ${Math.abs(p.mate)}`
    const color = (p.cp ?? 0) > 0 ? 'White' : 'Black'
    const by = Math.abs(p.cp ?? 0)
    if (by < 30) return 'even'
    return `${color} is ${by < 120 ? 'slightly better' : by < 350 ? 'better' : 'winning'}, ${this.short(p)}`
  },
}

export const review = {
  title: 'Computer analysis',
  intro:
    'The server’s engine analyzes every position and marks inaccuracies, mistakes, blunders and missed mates. It takes some seconds. The result is saved with the game.',
  ask: 'Request a computer analysis',
  deeper: 'Analyze deeper',
  deeperWhy: 'Takes about seven times as long and finds longer mates.',
  loading: 'Loading analysis …',
  waiting: 'Waiting for the engine …',
  running: (done: number, of: number) => `${done} of ${of} positions`,
  runningLabel: (level: string | undefined): string =>
    level === 'thorough' ? 'Deep computer analysis' : 'Computer analysis',
  meanwhile: 'Meanwhile, here is the first analysis.',
  begun: 'Computer analysis started.',
  ready: 'Computer analysis complete.',
  slow: 'The engine is busy with live games. The analysis continues when it is free. You can leave this page.',
  failed: (why: string) => `Computer analysis failed. ${why}`,
  offline: 'The server does not respond. Retrying …',
  looked: (level: string, nodes: number) =>
    `${level === 'thorough' ? 'Deep analysis' : 'Analysis'}: ${millions(nodes)} positions searched.`,

  graph: 'Winning chances',
  graphHelp: 'White’s chances are above, Black’s below. Select a move with the arrow keys or the pointer.',
  start: 'Starting position',
  accounts: 'Accuracy of both sides',
  sides: { white: 'White', black: 'Black' },
  accuracy: 'Accuracy',
  accuracyWhy:
    'Accuracy is 100 % if no move loses any winning chances. A move that loses a tenth of the game counts 65 %, one that loses half of it 10 %. In the mean, bad moves and those while the game is open count most.',
  explain: 'What these numbers mean',
  percent: (n: number | undefined) => (n === undefined ? '–' : `${n.toFixed(1)} %`),
  inaccuracies: 'Inaccuracies',
  mistakes: 'Mistakes',
  blunders: 'Blunders',
  missed: 'Missed mates',
  loss: 'Average loss',
  lossWhy:
    'The average loss is in hundredths of a pawn a move. A move that loses 5 % of the winning chances is an inaccuracy, 10 % a mistake, 15 % a blunder. So is one that walks into mate.',

  moments: 'Mistakes',
  practice: 'Learn from your mistakes',
  playFrom: 'Play from here',
  playFromHelp: 'Begins a game against the computer in this position',
  decided: (move: string) => `The game turned with ${move}`,
  show: 'Player',
  both: 'Both',
  none: (whose: 'both' | 'white' | 'black') =>
    whose === 'both' ? 'No mistakes found.' : `No mistakes by ${whose === 'white' ? 'White' : 'Black'}.`,
  line: (san: string) => `Show the best line: ${san}`,
  kind: { 6: 'Inaccuracy', 2: 'Mistake', 4: 'Blunder' } as Record<number, string>,

  /**
   * What is said of a move: “Mistake. Better was Qh4: +0.3 in place of −2.1.” “Blunder. It allows mate in 2. Better was
   * Qh4: +0.3.”
   */
  moment(m: ReviewMove, before: ReviewPoint, after: ReviewPoint): string {
    const out: string[] = []
    if (m.nag) out.push(`${this.kind[m.nag]}.`)
    if (m.missed) out.push(m.nag ? `Mate in ${m.missed} was there.` : `A missed mate: mate in ${m.missed} was there.`)
    const allows = after.mate !== undefined && after.mate > 0 === (m.color === 'black')
    if (allows) out.push(`It allows mate in ${Math.abs(after.mate!)}.`)
    if (after.over && after.chance === 0.5) out.push('It is a draw.')
    if (before.san[0]) {
      const worth = m.missed
        ? ''
        : `: ${score.short(before)}${allows || after.over ? '' : ` in place of ${score.short(after)}`}`
      out.push(`Better was ${displaySan(before.san[0])}${worth}.`)
    }
    return out.join(' ')
  },
}

/** “3.2 million”, “850,000”. */
function millions(n: number): string {
  return n >= 1e6 ? `${(n / 1e6).toFixed(1)} million` : (Math.round(n / 1000) * 1000).toLocaleString('en')
}
