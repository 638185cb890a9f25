import type { Output } from '#shared/contract'

/** Returns that the process serves requests. Reads nothing, because probes call it every few seconds. */
export async function readHealth(): Promise<Output<'readHealth'>> {
  return { ok: true }
}
