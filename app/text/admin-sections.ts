import { defineText } from './define-text'

/** The labels of the pages of administration, wherever there is a link to them. */
export const text = defineText({
  workspaces: 'Workspaces',
  people: 'People',
  activity: 'Activity',
})
