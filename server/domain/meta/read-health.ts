import type { Output } from '#shared/contract'
import { commit, version } from '~~/server/process/version'

/**
 * Confirms that the process serves requests. Makes no query, because health checks call it every few seconds.
 */
export async function readHealth(): Promise<Output<'readHealth'>> {
  return { ok: true, version, commit }
}
