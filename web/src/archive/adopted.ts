import type { Account } from '../net/me.svelte'
import type { Seat } from '../net/types'

/** Returns a seat as its own player sees it: what the user played as a guest, before signing up, has the account's name. */
export const adopted = (seat: Seat, account: Pick<Account, 'name'> | null | undefined): Seat =>
  seat.you && seat.tag && account ? { ...seat, name: account.name, tag: undefined, account: true } : seat
