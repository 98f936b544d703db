// The addresses of channels on other sites.
import { link, query } from '../net/links'

/** How a board for streams looks. */
export interface StreamLook {
  theme: 'light' | 'dark'
  flip: boolean
  transparent: boolean
}

/** Returns the address of a channel's board for streams. */
export const streamAddress = (channel: string, look: StreamLook): string =>
  link('embedWatch', channel) +
  query({ flip: look.flip ? '1' : '', theme: look.theme, background: look.transparent ? 'transparent' : '' })
