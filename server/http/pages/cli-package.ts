import { defineEventHandler, sendRedirect, setResponseHeaders } from 'h3'
import { DAY, SECOND } from '#shared/time'
import { packCli } from '~~/server/downloads/cli-package'
import { cliPath } from '~~/server/downloads/server-info'

const YEAR_SECONDS = (365 * DAY) / SECOND

let path: string | undefined
let packed: Promise<Buffer> | undefined

/** Matches the paths of all versions of the package, and the path without a version. */
const anyVersion = /^\/cli(?:-[\w.-]+)?\.tgz$/

/**
 * Serves the npm package of the command line. The path of the package contains the current version; this path
 * is also made available to pages. Requests for earlier versions are redirected, because the AGENTS.md, skill
 * and CI files of repositories contain their URLs.
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
