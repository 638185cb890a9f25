import { defineEventHandler } from 'h3'
import { settings } from '~~/server/settings'

/**
 * Makes the banner and the legal links of the operator available to pages: see `useNotices` in app/account.
 */
export const provideNotices = defineEventHandler(event => {
  event.context.notices = settings().notices
})
