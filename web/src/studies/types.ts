// The messages of studies that several people edit, as the server has them.

import type { StudyArrow, StudyCircle, StudyEval, StudyGame, StudyTag } from '../lib/types'

export type Visibility = 'private' | 'unlisted' | 'public'
export type Commenting = 'everyone' | 'members' | 'none'
export type Role = 'owner' | 'contributor' | 'reader'
export type Mode = '' | 'find'
export type Result = '1-0' | '0-1' | '1/2-1/2' | '*'

export interface SharedStudies {
  studies: SharedStudyRow[]
  next?: string
}
export interface SharedStudyRow {
  id: string
  name: string
  owner?: string
  visibility: Visibility
  topics: string[]
  chapters: number
  variants: string[]
  created: number
  updated: number
}
export interface StudyTopic {
  name: string
  studies: number
}

export interface Settings {
  name: string
  description?: string
  topics?: string[] | null
  visibility: Visibility
  comments: Commenting
  noClone?: boolean
}
export interface Head {
  id: string
  name: string
  variant: string
  title: string
  fen?: string
  tags?: StudyTag[] | null
  result: string
  flipped?: boolean
  mode?: string
}
export interface Remark {
  by: number
  text: string
}
/** All that is said about a move. */
export interface StudyNote {
  before?: string
  comments?: Remark[] | null
  hint?: string
  nags?: number[] | null
  arrows?: StudyArrow[] | null
  circles?: StudyCircle[] | null
  eval?: StudyEval
  clock?: number
}
export interface PackedNode extends StudyNote {
  parent?: number
  move?: string
  san?: string
  seq?: number
}
export interface SharedStudy {
  id: string
  seq: number
  settings: Settings
  created: number
  updated: number
  people: StudyPerson[]
  chapters: Head[]
  chapter: string
  tree: PackedNode[]
  mine: StudyRights
}
export interface StudyPerson {
  number: number
  name?: string
  role?: Role
}
export interface StudyRights {
  number?: number
  role?: Role
  edit?: boolean
  comment?: boolean
  clone?: boolean
  moderate?: boolean
}

export interface StudyEvent {
  seq: number
  at: number
  by?: number
  kind: 'settings' | 'role' | 'chapter' | 'head' | 'chapters' | 'remove-chapter' | 'line' | 'cut' | 'sort' | 'note'
  settings?: Settings
  person?: number
  role?: Role
  chapter?: string
  head?: Head
  tree?: PackedNode[] | null
  index?: number
  order?: string[] | null
  path?: string[] | null
  moves?: { move: string; san: string }[] | null
  note?: StudyNote
}
export interface StudyNews {
  seq: number
  reset?: boolean
  events: StudyEvent[]
  people: StudyPerson[]
  mine: StudyRights
  here: StudyHere
}
export interface StudyHere {
  version: string
  list: StudyCursor[]
}
export interface StudyCursor {
  tab: string
  name?: string
  chapter?: string
  path?: string
}

export interface StudyCommands {
  since: number
  commands: StudyCommand[]
}
export interface StudyCommand {
  kind: 'settings' | 'role' | 'add-chapter' | 'head' | 'chapters' | 'remove-chapter' | 'line' | 'cut' | 'sort' | 'note' | 'comment' | 'remove-comment'
  base: number
  settings?: SettingsEdit
  player?: string
  role?: 'contributor' | 'reader'
  chapter?: string
  head?: HeadEdit
  game?: StudyGame
  order?: string[]
  path?: string[]
  moves?: string[]
  edit?: NoteEdit
  comment?: TextEdit
  person?: number
}
export interface SettingsEdit {
  name?: string
  description?: TextEdit
  topics?: string[]
  visibility?: Visibility
  comments?: Commenting
  noClone?: boolean
}
export interface HeadEdit {
  name?: string
  variant?: string
  fen?: string
  tags?: StudyTag[]
  result?: Result
  flipped?: boolean
  mode?: Mode
}
export interface TextEdit {
  was: string
  text: string
}
export interface NoteEdit {
  before?: TextEdit
  hint?: TextEdit
  addNags?: number[]
  removeNags?: number[]
  addArrows?: StudyArrow[]
  removeArrows?: StudyArrow[]
  addCircles?: StudyCircle[]
  removeCircles?: StudyCircle[]
}
export interface StudyAnswer extends StudyNews {
  rejected: string[]
}

export interface NewSharedStudy {
  id: string
  name: string
  description?: string
  topics?: string[]
  visibility: Visibility
  comments?: Commenting
  chapters?: NewChapter[]
  pgn?: string
}
export interface NewChapter {
  chapter: string
  head: HeadEdit
  game?: StudyGame
}
export interface ImportChapters {
  pgn: string
  variant?: string
  mode?: Mode
  since?: number
}
export interface CloneStudy {
  id: string
  name?: string
}
