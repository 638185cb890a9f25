import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')

/** Collects garbage now, so that the measured memory contains no unused objects. */
export const collectGarbage = runInNewContext('gc') as () => void

/**
 * Returns the bytes of heap and buffers in use, after a garbage collection. V8 releases the memory of unused
 * buffers on another thread. A second collection waits until this is done.
 */
export function bytesInUse(): number {
  collectGarbage()
  collectGarbage()
  const { arrayBuffers, heapUsed } = process.memoryUsage()
  return arrayBuffers + heapUsed
}
