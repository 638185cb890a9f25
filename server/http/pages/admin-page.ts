import { createError, defineEventHandler } from 'h3'
import { settings } from '~~/server/settings'

/**
 * Responds with 404 to the pages of administration if `ADMINS` is not set, even to people who are not signed
 * in.
 */
export const hideAdminPage = defineEventHandler(event => {
  if (settings().admins.length === 0 && /^\/admin(?:[/?]|$)/.test(event.path))
    throw createError({ statusCode: 404 })
})
