import { defineEventHandler, sendRedirect, setResponseHeaders } from 'h3'
import { DAY, SECOND } from '#shared/time'
import { packCli } from '~~/server/downloads/cli-package'
import { cliPath } from '~~/server/settings/server-info'

const YEAR_SECONDS = (365 * DAY) / SECOND

let path: string | undefined
let packed: Promise<Buffer> | undefined

/** The addresses of all versions of the package, and the address without a version. */
const anyVersion = /^\/cli(?:-[\w.-]+)?\.tgz$/

/**
 * Serves the npm package of the command line at its present address, and provides that address to pages.
 * Redirects from addresses of earlier versions, which repositories have in AGENTS.md, in the skill and in CI.
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
