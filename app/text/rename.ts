import { defineText } from './define-text'

/** The texts of the dialog that renames a thing, apart from its title. */
export const text = defineText({
  current: (name: string) => `Current name: “${name}”.`,
  submit: 'Rename',
})
