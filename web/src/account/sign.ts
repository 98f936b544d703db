// Signing in and out. Sockets and pages know the user from when they were loaded, so the page
// loads again after both.

import { call } from '../net/api'
import { link, match } from '../net/links'
import { user } from '../net/me.svelte'

/** How long signing out waits for attempts at puzzles to be sent, in ms. */
const patience = 3000

/** Signs out on this device. */
export async function signOut(): Promise<void> {
  // Others may use this browser: what the account has on the server does not stay here.
  const { keeper } = await import('../analysis/keep.svelte')
  const { attempts } = await import('../puzzle/attempts.svelte')
  // What is not sent stays in this browser, for this account.
  await Promise.race([attempts.flush(), new Promise((done) => setTimeout(done, patience))])
  await keeper.leave(user.account?.name ?? '', () => call('POST', '/signout'))
  user.forget()
  location.assign(link('home'))
}

/** Returns the path to go to after signing in: the one that the address names, if it is a page of this site. */
export function nextPath(query: URLSearchParams): string {
  const next = query.get('next') ?? ''
  return next.startsWith('/') && match(new URL(next, 'http://x').pathname) && new URL(next, 'http://x').host === 'x'
    ? next
    : link('home')
}
