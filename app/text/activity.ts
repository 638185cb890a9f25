import { defineText } from './define-text'

/** The texts of `components/activity`. */
export const text = defineText({
  filter: { label: 'Filter', all: 'All activity' },
})
