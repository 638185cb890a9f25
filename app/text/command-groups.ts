import { defineText } from './define-text'

/** The headings of the command palette. */
export const text = defineText({
  review: 'This review',
  evidence: 'Evidence',
  comments: 'Comments',
  navigation: 'Go to',
  create: 'Create',
  reviews: 'Reviews',
  settings: 'Settings',
  administration: 'Administration',
  theme: 'Theme',
  account: 'Account',
})
