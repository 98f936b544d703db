import { mount } from 'svelte'
import '../app.css'
import { match } from '../lib/links'
import { loadTexts } from '../text/language'
import Embed from './Embed.svelte'

void loadTexts().then(async () => {
  const target = document.getElementById('app')!
  const page = match(location.pathname)
  if (page?.name === 'embedStudy') {
    const { default: EmbedStudy } = await import('./EmbedStudy.svelte')
    return mount(EmbedStudy, { target, props: { id: page.params[0]!, chapter: page.params[1] ?? '' } })
  }
  if (page?.name !== 'embedPuzzle') return mount(Embed, { target })
  const { default: EmbedPuzzle } = await import('./EmbedPuzzle.svelte')
  return mount(EmbedPuzzle, { target, props: { id: page.params[0]! } })
})
