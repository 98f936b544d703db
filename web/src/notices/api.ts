// The part of the server's API that is about notifications.
import { call, get } from '../lib/api'
import type { Notifications, Push } from '../lib/types'

export const listed = (): Promise<Notifications> => get<Notifications>('/notifications')
/** Marks those about a game or challenge as read, or the one with an ID; without either, all. */
export const markRead = (of: { game?: string; id?: string } = {}): Promise<Notifications> => call<Notifications>('POST', '/notifications/read', of)

export const push = {
  settings: () => get<Push>('/push'),
  choose: (kinds: Push['kinds']) => call<Push>('PUT', '/push', { kinds }),
  subscribe: (s: PushSubscriptionJSON, language: string) => call<Push>('POST', '/push', { endpoint: s.endpoint, keys: s.keys, language }),
  unsubscribe: (endpoint: string) => call<Push>('DELETE', '/push', { endpoint }),
}
