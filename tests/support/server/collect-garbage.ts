import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')

/** Collects garbage now, so that memory usage has no unused objects. */
export const collectGarbage = runInNewContext('gc') as () => void

/**
 * Returns the bytes of heap and buffers in use, after a collection. V8 frees the memory of unused buffers
 * on another thread; the second collection waits for the end of the first.
 */
export function bytesInUse(): number {
  collectGarbage()
  collectGarbage()
  const { arrayBuffers, heapUsed } = process.memoryUsage()
  return arrayBuffers + heapUsed
}
