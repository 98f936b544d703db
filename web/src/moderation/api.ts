// The part of the server's API that is about reports, and for moderators and admins.
import { call, get, inEnglish } from '../lib/api'
import type { Cases, Decision, LogEntry, NewReport, ReportedUser, User, Users } from '../lib/types'

const user = (name: string, what: string) => `/admin/users/${encodeURIComponent(name)}/${what}`

export const sendReport = (r: NewReport) => call<void>('POST', '/reports', r)

export const moderate = {
  cases: () => get<Cases>('/admin/reports'),
  reports: (name: string) => call<ReportedUser>('GET', '/admin/reports/' + encodeURIComponent(name), undefined, inEnglish),
  decide: (name: string, d: Decision) => call<ReportedUser>('PUT', '/admin/reports/' + encodeURIComponent(name), d, inEnglish),
  users: (text: string, role: string, closed: boolean, after: string) =>
    get<Users>(
      '/admin/users?' +
        new URLSearchParams({
          limit: '30',
          ...(text && { text }),
          ...(role && { role }),
          ...(closed && { closed: 'true' }),
          ...(after && { after }),
        }).toString(),
    ),
  close: (name: string) => call<User>('PUT', user(name, 'close'), {}),
  reopen: (name: string) => call<User>('PUT', user(name, 'reopen'), {}),
  mute: (name: string, until: Date) => call<User>('PUT', user(name, 'mute'), { value: until.toISOString() }),
  unmute: (name: string) => call<User>('PUT', user(name, 'unmute'), {}),
  role: (name: string, role: string) => call<User>('PUT', user(name, 'role'), { value: role }),
  title: (name: string, title: string) => call<User>('PUT', user(name, 'title'), { value: title || 'none' }),
  log: (before: number) => call<LogEntry[]>('GET', `/admin/log?limit=50${before ? `&before=${before}` : ''}`, undefined, inEnglish),
}
