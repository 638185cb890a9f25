import { defineText } from './define-text'

/** The texts of the dialogs of `components/workspace`. */
export const text = defineText({
  newWorkspace: {
    title: 'New workspace',
    description: 'A separate space with its own projects, people, tokens and plan. You will be its owner.',
    submit: 'Create workspace',
    nameExample: 'Acme',
  },
})
