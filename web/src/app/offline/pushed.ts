// What the service worker does with a push: it shows a notification, and a click opens the game.
import { sentence as german } from '../../notices/text.de?own'
import { sentence as english } from '../../notices/text?own'

/** What the server pushes. */
export interface Pushed {
  id: string
  kind: string
  game: string
  name?: string
  level?: number
  result?: string
  language?: string
  at?: number
}

/** An open page. */
export interface Page {
  url: string
  focus(): Promise<unknown>
}

/** What pushes need of the worker. */
export interface Shown {
  show(
    title: string,
    options: { body: string; tag: string; timestamp?: number; icon: string; badge: string; data: string; lang: string },
  ): Promise<void>
  pages(): Promise<Page[]>
  open(url: string): Promise<unknown>
}

function addressOf({ kind, game, name }: Pushed): string {
  if (kind === 'followed' && name) return '/@/' + encodeURIComponent(name)
  if (!game) return '/'
  const page =
    kind === 'tournament' ? '/tournaments/' : kind === 'challenged' || kind === 'declined' ? '/challenge/' : '/game/'
  return page + encodeURIComponent(game)
}

/** Shows a push. A second one about the same replaces the first. */
export async function show(text: string, with_: Shown): Promise<void> {
  let p: Pushed = { id: '', kind: '', game: '' }
  try {
    p = { ...p, ...(JSON.parse(text) as Pushed) }
  } catch {
    // A push that cannot be read must be shown, too: browsers insist.
  }
  const lang = p.language === 'de' ? 'de' : 'en'
  await with_.show('wane', {
    body: (lang === 'de' ? german : english)(p),
    tag: p.id || 'wane',
    ...(p.at ? { timestamp: p.at } : {}),
    icon: '/icon-192.png',
    badge: '/icon-192.png',
    data: addressOf(p),
    lang,
  })
}

/** Shows the page that a notification is about: the one that is open, or a new one. */
export async function opened(address: string, with_: Shown): Promise<void> {
  const pages = await with_.pages()
  const path = (page: Page) => new URL(page.url).pathname
  const there = pages.find((page) => path(page) === address)
  if (there) return void (await there.focus())
  await with_.open(address)
}
