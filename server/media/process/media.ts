import { fileURLToPath } from 'node:url'
import { log } from '~~/server/process/log'
import { settings } from '~~/server/settings'
import { createMediaPool, type MediaPool } from './pool'

let pool: MediaPool | undefined

/**
 * Returns the pool of media processes of this server. Their entry is built next to the server's entry
 * (nuxt.config.ts).
 */
export function media(): MediaPool {
  return (pool ??= createMediaPool({
    // Evaluated late: in the built server `import.meta.url` is known only after the entry has run.
    entry: () => fileURLToPath(new URL('media-process.mjs', import.meta.url)),
    seconds: settings().mediaSeconds,
    onCrash: crash => log.warn('a media process ended in the middle of a job', { ...crash }),
  }))
}

/** Ends the media processes. */
export function stopMedia(): void {
  pool?.close()
}
