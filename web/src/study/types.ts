// The messages of studies that several people edit, which are generated from Go's, with names of
// their values.

import type { SharedSettings, StudyParticipant } from '../net/types'

export type {
  NewSharedStudy,
  SharedHead as Head,
  SharedNote as StudyNote,
  SharedComment as Remark,
  SharedPackedNode as PackedNode,
  SharedSettings as Settings,
  SharedStudies,
  SharedStudy,
  SharedStudyRow,
  StudyAnswer,
  StudyCommand,
  StudyCursor,
  StudyEvent,
  StudyHeadEdit as HeadEdit,
  StudyNews,
  StudyNoteEdit as NoteEdit,
  StudyParticipant,
  StudyRights,
  StudySettingsEdit as SettingsEdit,
  StudyTextEdit as TextEdit,
  StudyTopic,
} from '../net/types'

export type Visibility = 'private' | 'unlisted' | 'public'
export type Commenting = 'everyone' | 'members' | 'none'
export type Role = NonNullable<StudyParticipant['role']>
/** The settings with the values that there are. */
export interface Known extends SharedSettings {
  visibility: Visibility
  comments: Commenting
}
