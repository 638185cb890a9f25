import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** A minor collection runs each time this many bytes were moved. */
const COLLECT_EVERY_BYTES = 16 * 1024 * 1024

type Collect = (options: { type: 'minor'; execution: 'sync' }) => void

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as Collect
setFlagsFromString('--no-expose-gc')

let moved = 0

/**
 * Counts bytes that a stream moved and runs a minor garbage collection (about a millisecond) after every 16
 * MiB. V8 would wait until 64 MiB of unused buffers have accumulated: each is a small object on its heap with
 * much memory outside it.
 */
export function countMovedBytes(bytes: number): void {
  moved += bytes
  if (moved < COLLECT_EVERY_BYTES) return
  moved = 0
  collect({ type: 'minor', execution: 'sync' })
}
