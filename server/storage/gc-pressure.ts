import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Collect after so many bytes were moved. */
const EVERY = 16 * 1024 * 1024

type Collect = (options: { type: 'minor'; execution: 'sync' }) => void

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as Collect
setFlagsFromString('--no-expose-gc')

let moved = 0

/**
 * Told of bytes that streamed through. Their buffers die young, but V8 does not look before 64 MiB of them
 * have gathered, since each is a small object with much memory behind it: a scavenge now and then (about a
 * millisecond) frees them.
 */
export function passed(bytes: number): void {
  moved += bytes
  if (moved < EVERY) return
  moved = 0
  collect({ type: 'minor', execution: 'sync' })
}
