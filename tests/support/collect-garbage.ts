import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')

/** Collects garbage now, so that memory usage shows what is held. */
export const collectGarbage = runInNewContext('gc') as () => void

/**
 * Returns the bytes of heap and buffers that are held, after a collection. V8 frees the memory of dead buffers
 * on another thread; the second collection waits for what the first one started.
 */
export function heldBytes(): number {
  collectGarbage()
  collectGarbage()
  const { arrayBuffers, heapUsed } = process.memoryUsage()
  return arrayBuffers + heapUsed
}
