import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The name prefix of temporary folders, by which the sweep finds those that a crash left. */
export const workFolder = 'exhibit-media-'

/** Creates a temporary folder for the owner alone. The caller removes it. */
export const makeWorkFolder = (): Promise<string> => mkdtemp(join(tmpdir(), workFolder))
