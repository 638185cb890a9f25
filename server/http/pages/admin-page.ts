import { createError, defineEventHandler } from 'h3'
import { settings } from '~~/server/settings'

/** Responds with 404 at the pages of administration if `ADMINS` is unset, also to signed-out people. */
export const hideAdminPage = defineEventHandler(event => {
  if (settings().admins.length === 0 && /^\/admin(?:[/?]|$)/.test(event.path))
    throw createError({ statusCode: 404 })
})
