import { fileURLToPath } from 'node:url'
import { log } from '~~/server/process/log'
import { settings } from '~~/server/settings'
import { createMediaPool, type MediaPool } from './pool'

let pool: MediaPool | undefined

/**
 * Returns the pool of media processes of this server. Their entry point is built into the same folder as the
 * entry point of the server (scripts/build/server-build.mjs).
 */
export function media(): MediaPool {
  return (pool ??= createMediaPool({
    // `entry` is a function, because in the built server `import.meta.url` is not known before the entry
    // point has run.
    entry: () => fileURLToPath(new URL('media-process.mjs', import.meta.url)),
    seconds: settings().mediaSeconds,
    onCrash: crash => log.warn('a media process ended in the middle of a job', { ...crash }),
  }))
}

/** Ends the media processes. */
export function stopMedia(): void {
  pool?.close()
}
