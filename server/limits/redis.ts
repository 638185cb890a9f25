import type { Redis } from 'ioredis'
import { SettingsError } from '~~/server/settings/error'

const TIMEOUT_MS = 4000

/**
 * Connects to Redis. Throws a SettingsError if Redis does not respond. After a later failure, the client
 * reconnects automatically.
 */
export async function openRedis(url: string): Promise<Redis> {
  // The package is loaded only on servers that use Redis.
  const { Redis } = await import('ioredis')
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: TIMEOUT_MS,
    commandTimeout: TIMEOUT_MS,
    maxRetriesPerRequest: 1,
    enableOfflineQueue: false,
  })
  let lastError: Error | undefined
  // Without a listener, ioredis would print the error of a broken connection.
  redis.on('error', error => {
    lastError = error
  })
  try {
    await redis.connect()
    return redis
  } catch (error) {
    redis.disconnect()
    const { host } = new URL(url)
    const reason = (lastError ?? (error as Error)).message
    throw new SettingsError([
      `REDIS_URL: no Redis server responds at ${host} (${reason}); start it, or correct the address`,
    ])
  }
}
