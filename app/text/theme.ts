import { defineText } from './define-text'

/** The names of the themes. */
export const text = defineText({ system: 'System', light: 'Light', dark: 'Dark' })
