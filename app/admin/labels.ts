import type { AdminEvent, SubjectState } from '#shared/contract/admin'
import { text } from '~/text/admin'

/** The states of people and workspaces, in the order of the filter. */
export const subjectStates: readonly SubjectState[] = ['active', 'suspended', 'deleting']

/** Returns the name of the state of a person or a workspace. */
export const stateLabel = (state: SubjectState): string => text.states[state]

/** Returns the sentence about an action of an administrator, with the slots `{actor}` and `{subject}`. */
export const adminEventText = (kind: AdminEvent['kind']): string => text.events[kind]
