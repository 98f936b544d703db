// An attempt with the rules, the sounds and the pace of the page.

import { moveSounds } from '../game/announcements'
import { motion, prefs } from '../lib/prefs.svelte'
import { refusal, rules } from '../lib/rules'
import { sound } from '../lib/sound'
import type { Puzzle } from './puzzle'
import { Solve, type SolveOptions } from './solve.svelte'

type More = Pick<SolveOptions, 'decided' | 'right' | 'strict' | 'accepts' | 'before' | 'color'>

/** How long a reply waits, in ms, and how long a wrong move stays on the board. quick: in a storm. */
const pauses = { reply: 700, wrong: 1200, quick: 200 }

/** Returns an attempt at a puzzle. */
export function newSolve(puzzle: Puzzle, more: More = {}, quick = false): Solve {
  const solve: Solve = new Solve(puzzle, {
    rules,
    refusal,
    pause: (why) => new Promise((done) => setTimeout(done, quick ? pauses.quick : motion() === 'none' ? pauses[why] / 2 : pauses[why])),
    played: () => {
      if (prefs.sound && solve.player.view) moveSounds(solve.player.view).forEach(sound)
    },
    ...more,
  })
  return solve
}
