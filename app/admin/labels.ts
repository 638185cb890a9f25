import type { AdminEvent, SubjectState } from '#shared/contract/admin'

/** What the state of a person or a workspace is called. */
export const stateLabels: Record<SubjectState, string> = {
  active: 'Active',
  suspended: 'Suspended',
  deleting: 'To be deleted',
}

/** The states of people and workspaces, in the order of the filter. */
export const subjectStates = Object.keys(stateLabels) as SubjectState[]

/** What an event says between the name of the administrator and the name of the subject. */
export const adminEventPhrases: Record<AdminEvent['kind'], string> = {
  'workspace.suspended': 'suspended the workspace',
  'workspace.unsuspended': 'lifted the suspension of the workspace',
  'workspace.deletion_scheduled': 'scheduled the deletion of the workspace',
  'workspace.deletion_cancelled': 'cancelled the deletion of the workspace',
  'workspace.deleted': 'deleted the workspace',
  'person.suspended': 'suspended',
  'person.unsuspended': 'lifted the suspension of',
  'person.deletion_scheduled': 'scheduled the deletion of',
  'person.deletion_cancelled': 'cancelled the deletion of',
  'person.deleted': 'deleted',
}
