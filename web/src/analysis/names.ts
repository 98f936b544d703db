// The names of games against the computer in this browser: stored and written to PGN in
// English, shown in the page's language.

import { seat } from '../ui/player.text'
import { local } from './local.text'
import { workspace } from './text'
import type { Opponent, StudyInfo } from './storage'

/** The user's name in PGN. */
export const you = 'You'
/** The computer's name in PGN. */
export const computer = (level: number): string => `Computer, level ${level}`

/** Returns the name of a player in PGN as the page shows it. */
export function playerName(name: string, opponent: Opponent | undefined): string {
  if (name === you && opponent) return local.you
  return opponent && name === computer(opponent.level) ? seat({ level: opponent.level }) : name
}

/** Returns the name of a study as the page shows it; one that its user has chosen stays. */
export function nameOf({ name, opponent }: Pick<StudyInfo, 'name' | 'opponent'>): string {
  if (!opponent) return name
  const [white, black] =
    opponent.color === 'white' ? ([you, computer(opponent.level)] as const) : ([computer(opponent.level), you] as const)
  return name === workspace.players(white, black)
    ? workspace.players(playerName(white, opponent), playerName(black, opponent))
    : name
}
