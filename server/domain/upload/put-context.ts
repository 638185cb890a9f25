import { and, eq, isNull } from 'drizzle-orm'
import type { Input, Output } from '#shared/contract'
import type { RevisionContext } from '#shared/contract/context'
import { AppError } from '#shared/errors'
import type { Caller } from '~~/server/access/actor'
import { loadRevision } from '~~/server/access/loaders'
import { recordChange } from '~~/server/changes/record-change'
import { db, write, type Db } from '~~/server/db'
import { revision, thread } from '~~/server/db/schema'
import { assertMediaActive } from '~~/server/domain/artifact/active-media'
import { withNewFiles } from '~~/server/domain/artifact/with-new-files'
import { assertStorageFits } from '~~/server/domain/billing/storage-quota'
import { describedAt, describePlaces, type DescribedPlaces } from '~~/server/domain/thread/contexts'
import { assertWithinLimits } from '~~/server/domain/thread/usage'
import { assertEventsWithin, assertFitsKind, storeContext, withoutPainted } from './revision-context'

type LoadedRevision = Awaited<ReturnType<typeof loadRevision>>

/**
 * Stores the context of a complete revision. Adds the elements at the marks of the revision's threads, and
 * the events at their times, to these threads. A revision has one context, which never changes: throws
 * `conflict` if it already has a context.
 */
export async function putContext(
  caller: Caller,
  { id, ...sent }: Input<'putContext'>,
): Promise<Output<'putContext'>> {
  const found = await loadWithoutContext(caller, id)
  assertFitsKind(found.artifact.kind, sent)
  assertEventsWithin(found.revision, sent)
  const context = withoutPainted(sent, found.revision.redactedAreas)
  // The elements and events are computed before the transaction, because a transaction must not take long.
  // The transaction computes them only for threads that were added or moved in between.
  const described = await describePlaces(context, await threadsOn(db, found))
  const { key, bytes } = await storeContext(id, context)
  return withNewFiles([key], () =>
    write(async tx => {
      const loaded = await loadWithoutContext(caller, id, tx)
      await assertStorageFits(tx, loaded.workspace, bytes)
      await tx
        .update(revision)
        .set({ contextKey: key, contextBytes: bytes })
        .where(and(eq(revision.id, id), isNull(revision.contextKey)))
      await describeThreads(tx, loaded, context, described)
      await recordChange(tx, { kind: 'review.updated', reviewId: loaded.review.id })
      return { revisionId: id, elements: context.elements.length, events: context.events.length }
    }),
  )
}

async function loadWithoutContext(caller: Caller, id: string, tx?: Db): Promise<LoadedRevision> {
  const loaded = await loadRevision(caller, id, 'contribute', tx)
  if (loaded.revision.completedAt === null)
    throw new AppError('conflict', {
      message: 'This revision is not complete.',
      hint: 'Complete its upload first.',
    })
  assertMediaActive(loaded.revision, loaded.workspace)
  if (loaded.revision.contextKey !== null)
    throw new AppError('conflict', {
      message: 'This revision has a context, which does not change.',
      hint: 'Send it with the next revision.',
    })
  return loaded
}

const threadsOn = async (executor: Db, { artifact, revision: { id } }: LoadedRevision) => {
  const rows = await executor
    .select()
    .from(thread)
    .where(and(eq(thread.artifactId, artifact.id), eq(thread.revisionId, id)))
  return rows.map(row => ({ ...row, shapes: row.shapes ?? [] }))
}

/** Adds elements and events to the threads that are already on a revision. */
async function describeThreads(
  tx: Db,
  loaded: LoadedRevision,
  context: RevisionContext,
  described: DescribedPlaces,
): Promise<void> {
  const rows = await threadsOn(tx, loaded)
  // All updates are called before one is awaited, so that they are sent in one round trip.
  await Promise.all(
    rows.map(row =>
      tx
        .update(thread)
        .set(describedAt(described, context, row))
        .where(eq(thread.id, row.id)),
    ),
  )
  await assertWithinLimits(tx, loaded.review.id, null, { marks: true })
}
