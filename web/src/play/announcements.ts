// The sounds and messages of updates of a game.

import { moveSounds } from '../board/sounds'
import type { GameUpdate } from './played.svelte'
import type { Sound } from '../ui/sound'
import type { Game, Color } from '../net/types'
import { ended } from '../ui/text'
import { offers, refused, say, who } from './text'
import { other } from '../rules/record'

export interface Announcement {
  sounds?: Sound[]
  say?: string // for screen readers
  toast?: string // for all users
}

/** Returns how to announce an update to the player of a color, or with null to a spectator. */
export function announcement(n: GameUpdate, game: Game, mine: Color | null): Announcement {
  switch (n.t) {
    case 'move':
      return {
        sounds: moveSounds(n.view),
        say: (n.missed ? say.missed(n.missed + 1) + ' ' : '') + say.move(n.color, n.view),
      }
    case 'premove-lost':
      return { toast: say.premoveLost }
    case 'went-back':
      return { sounds: ['notify'], toast: say.wentBack }
    case 'refused':
      return { toast: refused(n.order, n.fault) }
    case 'event':
      return { ...event(n, game, mine), ...(n.quiet ? { sounds: [] } : {}) }
  }
}

function event({ event: e }: Extract<GameUpdate, { t: 'event' }>, game: Game, mine: Color | null): Announcement {
  const theirs = mine !== null && e.color === other(mine)
  const them = e.color ? who(game, e.color) : ''
  switch (e.kind) {
    case 'join':
      return e.seat?.you ? {} : { sounds: ['notify'], toast: say.joined(e.seat?.name ?? '') }
    case 'takeback':
      return { sounds: ['move'], say: say.taken }
    case 'draw-offer':
      return theirs ? { sounds: ['notify'], say: offers.draw(them) } : {}
    case 'takeback-offer':
      return theirs ? { sounds: ['notify'], say: offers.takeback(them, e.plies ?? 1) } : {}
    case 'rematch-offer':
      return theirs ? { sounds: ['notify'], say: offers.rematch(them) } : {}
    case 'draw-decline':
      return theirs ? { toast: offers.drawDeclined } : {}
    case 'takeback-decline':
      return theirs ? { toast: offers.takebackDeclined } : {}
    case 'rematch-decline':
      return theirs ? { toast: offers.rematchDeclined } : {}
    case 'berserk':
      return { sounds: ['notify'], say: say.berserk(them) }
    case 'end':
      return { sounds: ['end'], say: ended(game) }
    case 'move':
      return e.reason ? { say: ended(game) } : {}
  }
  return {}
}
