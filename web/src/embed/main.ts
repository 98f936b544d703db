import { mount } from 'svelte'
import '../app.css'
import { match } from '../lib/links'
import { loadTexts } from '../text/language'
import Embed from './Embed.svelte'

void loadTexts().then(async () => {
  const target = document.getElementById('app')!
  const page = match(location.pathname)
  const [id, chapter] = page?.params ?? []
  if (page?.name === 'embedPuzzle') mount((await import('./EmbedPuzzle.svelte')).default, { target, props: { id: id! } })
  else if (page?.name === 'embedWatch') mount((await import('./EmbedWatch.svelte')).default, { target, props: { channel: id! } })
  else if (page?.name === 'embedStudy') mount((await import('./EmbedStudy.svelte')).default, { target, props: { id: id!, chapter: chapter ?? '' } })
  else mount(Embed, { target })
})
