import { mount } from 'svelte'
import '../ui/styles.css'
import './embed.css'
import { match } from '../net/links'
import { loadTexts } from '../net/language'
import { boardThemes, looks, pieceSets } from '../net/storedprefs'
import { appearance } from '../ui/appearance.svelte'
import Embed from './Embed.svelte'

/** The address may name a piece set and a board theme. */
function dress(query: URLSearchParams) {
  const pieces = pieceSets.find((set) => set === query.get('pieces'))
  const board = boardThemes.find((theme) => theme === query.get('board'))
  if (pieces) document.documentElement.dataset['pieces'] = pieces
  if (board) for (const look of looks) appearance.boards[look] = board
}

void loadTexts().then(async () => {
  dress(new URLSearchParams(location.search))
  const target = document.getElementById('app')!
  const page = match(location.pathname)
  const [id, chapter] = page?.params ?? []
  if (page?.name === 'embedPuzzle')
    mount((await import('./EmbedPuzzle.svelte')).default, { target, props: { id: id! } })
  else if (page?.name === 'embedWatch')
    mount((await import('./EmbedWatch.svelte')).default, { target, props: { channel: id! } })
  else if (page?.name === 'embedStudy')
    mount((await import('./EmbedStudy.svelte')).default, { target, props: { id: id!, chapter: chapter ?? '' } })
  else mount(Embed, { target })
})
