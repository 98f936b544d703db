// What the server says about channels and reviewed games.
import { call } from '../lib/api'
import { query } from '../lib/links'
import type { Channel, Channels, ReviewedGames } from '../lib/types'

export const watchApi = {
  /** What the channels show; with since, once that has changed, or after 25 s. */
  all: (since?: string, signal?: AbortSignal) => call<Channels>('GET', '/watch' + query({ since }), undefined, undefined, {}, signal),
  one: (channel: string, since?: string, signal?: AbortSignal) =>
    call<Channel>('GET', `/watch/${encodeURIComponent(channel)}` + query({ since }), undefined, undefined, {}, signal),
  reviews: (cursor = '') => call<ReviewedGames>('GET', '/reviews' + query({ cursor })),
}

/** The address of the feed of reviewed games. */
export const feed = '/api/reviews.atom'
