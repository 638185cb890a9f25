import type { AdminEvent, SubjectState } from '#shared/contract/admin'
import { text } from '~/text/admin'

/** What the state of a person or a workspace is called. */
export const stateLabels: Record<SubjectState, string> = text.states

/** The states of people and workspaces, in the order of the filter. */
export const subjectStates = Object.keys(stateLabels) as SubjectState[]

/** What an event says, with `{actor}` and `{subject}`. */
export const adminEventTexts: Record<AdminEvent['kind'], string> = text.events
