import { createError, defineEventHandler } from 'h3'
import { settings } from '~~/server/settings'

/** Responds 404 at the pages of administration where `ADMINS` is unset, to signed-out people too. */
export const hideAdminPage = defineEventHandler(event => {
  if (settings().admins.length === 0 && /^\/admin(?:[/?]|$)/.test(event.path))
    throw createError({ statusCode: 404 })
})
