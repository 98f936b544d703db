// What exercises have of the page: its rules, its sounds and its pace.

import type { BoardView } from '../net/types'
import { refusal, rules } from '../rules/rules'
import { appearance } from '../ui/appearance.svelte'
import { prefs } from '../ui/prefs.svelte'
import { sound } from '../ui/sound'
import type { Around } from './exercise.svelte'
import { moveSounds } from './sounds'

/** Plays the sounds of a move, unless the user wants none. */
export const playSounds = (view: BoardView): void => {
  if (prefs.sound) moveSounds(view).forEach(sound)
}

/** Returns it with how long a reply waits, in ms. */
export const around = (reply = 700): Around => ({
  rules,
  refusal,
  pause: () => new Promise((done) => setTimeout(done, reply / (appearance.motion === 'none' ? 2 : 1))),
  played: playSounds,
})
