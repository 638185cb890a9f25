import { defineText } from './define-text'

/** The texts of the dialogs of `components/inbox`. */
export const text = defineText({
  acceptAccess: {
    title: (person: string, workspace: string) => `Add ${person} to ${workspace}?`,
    description: 'They see all projects and reviews of the workspace.',
    submit: 'Add to workspace',
  },
})
