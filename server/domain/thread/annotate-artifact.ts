import type { Input } from '#shared/contract'
import type { Thread } from '#shared/contract/thread'
import { requireCaller, type Actor } from '~~/server/access/actor'
import { loadArtifact } from '~~/server/access/reach'
import { write } from '~~/server/db'
import { insertThread } from './insert-thread'

/** Starts a thread on an artifact: on a shape in its picture, on a moment of its video, or on all of it. */
export async function annotateArtifact(actor: Actor, input: Input<'annotateArtifact'>): Promise<Thread> {
  const caller = requireCaller(actor)
  return write(async tx => {
    const loaded = await loadArtifact(caller, input.id, 'annotate', tx)
    return insertThread(tx, caller, loaded, input.kind === 'review' ? null : loaded.artifact, input)
  })
}
