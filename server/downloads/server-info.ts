import { createHash } from 'node:crypto'
import type { ServerInfo } from '#shared/documents/server-info'
import { commit, version } from '~~/server/process/version'
import { settings } from '~~/server/settings'

/** Returns the data about this server that the public documents contain. */
export function serverInfo(): ServerInfo {
  const { publicUrl, cliClientId, unclaimedWorkspaces, turnedOff } = settings()
  return { publicUrl, cliClientId, cliUrl: publicUrl + cliPath(), unclaimedWorkspaces, turnedOff }
}

/**
 * Returns the path of the npm package of the command line. npx caches the content of a URL forever, so the
 * path changes with the content: it contains the version, and a hash of everything that determines the
 * content, such as the URL of the server.
 */
export function cliPath(): string {
  const { number, hash } = cliVersion()
  return `/cli-${number}-${hash}.tgz`
}

/** Returns the version of the command line, and the hash that is part of the path of its package. */
export function cliVersion(): { number: string; hash: string } {
  const build = process.env.CLI_BUILD ?? ''
  const subject = JSON.stringify([build, commit, settings().publicUrl, process.versions.zlib])
  return {
    number: version,
    hash: createHash('sha256').update(subject).digest('hex').slice(0, 8),
  }
}
