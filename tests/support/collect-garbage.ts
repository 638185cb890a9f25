import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')

/** Collects garbage now, so that memory usage shows what is held. */
export const collectGarbage = runInNewContext('gc') as () => void
