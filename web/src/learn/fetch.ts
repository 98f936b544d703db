// What teaches the games, from the server.

import { get } from '../lib/api'
import type { Course, Specimen } from './types'

export const course = (variant: string) => get<Course>('/learn/' + encodeURIComponent(variant))
export const specimen = (variant: string, name: string) => get<Specimen>(`/learn/${encodeURIComponent(variant)}/games/${encodeURIComponent(name)}`)
