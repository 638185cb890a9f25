import { createHash } from 'node:crypto'
import type { ServerInfo } from '#shared/documents/server-info'
import { settings } from './index'

/** Returns the data about this server for the public documents. */
export function serverInfo(): ServerInfo {
  const { publicUrl, cliClientId, unclaimedWorkspaces } = settings()
  return { publicUrl, cliClientId, cliUrl: publicUrl + cliPath(), unclaimedWorkspaces }
}

/**
 * Returns the path of the npm package of the command line. It contains the version and a hash of everything
 * that determines the bytes, including the address of the server: npx caches the first content of an address
 * forever.
 */
export function cliPath(): string {
  const { number, hash } = cliVersion()
  return `/cli-${number}-${hash}.tgz`
}

/** Returns the version of the package: the version of the command line, and the hash. */
export function cliVersion(): { number: string; hash: string } {
  const build = process.env.CLI_BUILD ?? ''
  const subject = JSON.stringify([build, settings().publicUrl, process.versions.zlib])
  return {
    number: build.split('+')[0] ?? '',
    hash: createHash('sha256').update(subject).digest('hex').slice(0, 8),
  }
}
