import type { Output } from '#shared/contract'

/** Returns that the process answers requests. Reads nothing: it is asked every few seconds. */
export async function readHealth(): Promise<Output<'readHealth'>> {
  return { ok: true }
}
