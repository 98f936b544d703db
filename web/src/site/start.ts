// Makes the page one without a server: what needs one says so, and its API is answered here.

import lacking from '../../routes/server.json'
import type { Site } from '../net/site'
import { sites } from './text'

interface Part {
  key: string
  page: string
  parts?: Part[]
}

export function start(site: Site, routes: Record<string, object>, names: Record<string, string>): void {
  const home = { load: () => import('./HomePage.svelte'), same: () => 'home' }
  Object.assign(routes, { home, new: { ...home, section: 'play' } })
  for (const name of lacking) routes[name] = { load: () => import('./NoServer.svelte'), frame: 'column' }
  site.answer = async (address, init) => (await import('./answer')).answer(address as string, init)
  const left = (p: Part) => !lacking.includes(p.page)
  // Its part Community has nothing but other people, and studies need a server.
  site.menu = <S>(all: S[]) => {
    names.studies = sites.studies.title
    return (all as Part[]).filter((s) => left(s)).map((s) => ({ ...s, parts: s.parts?.filter(left) })) as S[]
  }
}
