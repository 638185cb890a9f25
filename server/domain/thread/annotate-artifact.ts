import type { Input } from '#shared/contract'
import type { Thread } from '#shared/contract/thread'
import type { Caller } from '~~/server/access/actor'
import { loadArtifact } from '~~/server/access/loaders'
import { writeWithContexts } from './contexts'
import { insertThread, readPinnable } from './insert-thread'

/**
 * Starts a thread on an artifact: on a shape in its picture, at a time of its video, or on the whole
 * artifact.
 */
export async function annotateArtifact(caller: Caller, input: Input<'annotateArtifact'>): Promise<Thread> {
  return writeWithContexts(async (tx, contexts) => {
    const loading = loadArtifact(caller, input.id, 'comment', tx)
    // The statement that reads the artifact's revision is sent together with the statements that load the
    // artifact.
    const pinnable = readPinnable(tx, input.id, input.revisionId)
    const [loaded] = await Promise.all([loading, pinnable])
    const target = input.kind === 'review' ? null : loaded.artifact
    return insertThread(tx, caller, loaded, { target, input, contexts, ...(target && { pinnable }) })
  })
}
