import { SECOND } from '#shared/time'

/**
 * Returns the result of a function. Throws if the function throws. Also throws if it has no result after `ms`
 * milliseconds, but does not stop it.
 */
export async function within<T>(ms: number, run: () => T | Promise<T>): Promise<T> {
  const { promise: timeout, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`no response within ${ms / SECOND} s`)), ms).unref()
  try {
    return await Promise.race([run(), timeout])
  } finally {
    clearTimeout(timer)
  }
}
