// Stores a new game against the computer in this browser.

import { other } from '../rules/record'
import type { Color, Control, Rules, StudyGame, StudyTag } from '../net/types'
import { upper } from '../ui/text'
import { startOf } from './localclock.svelte'
import { computer, you } from './names'
import { newInfo, openUnsaved, titleOf } from './open'
import { packGame } from './packed'
import { studyAddress } from './source'
import { StorageError, type StudyStorage } from './storage'

export interface LocalGameOptions {
  variant: string
  fen: string
  level: number
  color: Color | 'random'
  control: Control
  casual: boolean
}

/**
 * Stores a new game and returns its address. Where storage is blocked or full, the page has the game until it is left.
 */
export async function startGame(
  storage: StudyStorage,
  rules: Rules,
  { variant, fen, level, color, control, casual }: LocalGameOptions,
): Promise<string> {
  const title = await titleOf(variant)
  const start = await rules.check(variant, '')
  const view = fen ? await rules.check(variant, fen) : start
  const [seed = 0, coin = 0] = crypto.getRandomValues(new Uint32Array(2))
  const mine = color !== 'random' ? color : coin % 2 ? 'white' : 'black'
  const timed = startOf(control).white > 0
  const tags: StudyTag[] = [
    { name: 'Date', value: new Date().toISOString().slice(0, 10).replaceAll('-', '.') },
    { name: upper(mine), value: you },
    { name: upper(other(mine)), value: computer(level) },
    { name: upper(other(mine)) + 'Type', value: 'program' },
  ]
  if (timed)
    tags.push({ name: 'TimeControl', value: `${(control.base ?? 0) / 1000}+${(control.increment ?? 0) / 1000}` })
  const game: StudyGame = {
    variant,
    title,
    fen: view.fen === start.fen ? '' : fen,
    tags,
    result: '*',
    root: { move: '', san: '', children: [] },
  }
  const opponent = {
    level,
    seed,
    color: mine,
    fen: view.fen,
    result: '*',
    ...(timed ? { control } : {}),
    ...(casual ? {} : { casual }),
  }
  const info = { ...newInfo(game), opponent }
  const opened = { info, packed: packGame(game), at: [], flipped: mine === 'black' }
  try {
    return studyAddress(
      await storage.save(info, { id: info.id, packed: opened.packed, at: [], flipped: opened.flipped }),
    )
  } catch (e) {
    if (!(e instanceof StorageError)) throw e
    openUnsaved(opened)
    return studyAddress(info)
  }
}
