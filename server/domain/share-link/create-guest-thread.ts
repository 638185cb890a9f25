import type { Input, Output } from '#shared/contract'
import type { AnonymousActor } from '~~/server/access/actor'
import { targetIdOf } from '~~/server/domain/thread/thread-target'
import { insertThread } from '~~/server/domain/thread/insert-thread'
import { findSharedArtifact } from './shared-resources'
import { writeAsGuest } from './write-as-guest'

/** Starts a thread on a shared review or on one of its artifacts, as a guest. */
export async function createGuestThread(
  visitor: AnonymousActor,
  input: Input<'createGuestThread'>,
): Promise<Output<'createGuestThread'>> {
  return writeAsGuest(visitor, input, async (tx, share, guest, contexts) => {
    const id = targetIdOf(input)
    const target = id === null ? null : await findSharedArtifact(share, id, tx, 'artifactId')
    return insertThread(tx, guest, share, { target: target?.artifact ?? null, input, contexts })
  })
}
