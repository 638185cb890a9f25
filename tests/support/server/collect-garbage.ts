import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')

/** Collects garbage now, so that memory usage shows what is in use. */
export const collectGarbage = runInNewContext('gc') as () => void

/**
 * Returns the bytes of heap and buffers in use, after a collection. V8 frees the memory of unused buffers
 * on another thread; the second collection waits for what the first one started.
 */
export function bytesInUse(): number {
  collectGarbage()
  collectGarbage()
  const { arrayBuffers, heapUsed } = process.memoryUsage()
  return arrayBuffers + heapUsed
}
