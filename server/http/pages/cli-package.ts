import { defineEventHandler, sendRedirect, setResponseHeaders } from 'h3'
import { DAY, SECOND } from '#shared/time'
import { packCli } from '~~/server/downloads/cli-package'
import { cliPath } from '~~/server/settings/server-info'

const YEAR_SECONDS = (365 * DAY) / SECOND

let path: string | undefined
let packed: Promise<Buffer> | undefined

/** The addresses of other versions, and without one. */
const anyVersion = /^\/cli(?:-[\w.-]+)?\.tgz$/

/**
 * Serves the npm package of the command line at its present address, and gives that to the pages. Redirects
 * from those of earlier versions: repositories have them in AGENTS.md, in the skill and in CI.
 */
export const serveCliPackage = defineEventHandler(event => {
  path ??= cliPath()
  event.context.cliPath = path
  const requested = event.path.split('?')[0] ?? ''
  if (!anyVersion.test(requested) || (event.method !== 'GET' && event.method !== 'HEAD')) return
  if (requested !== path) {
    setResponseHeaders(event, { 'cache-control': 'no-store' })
    return sendRedirect(event, path)
  }
  setResponseHeaders(event, {
    'content-type': 'application/gzip',
    'cache-control': `public, max-age=${YEAR_SECONDS}, immutable`,
  })
  return (packed ??= packCli())
})
