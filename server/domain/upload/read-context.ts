import type { Input, Output } from '#shared/contract'
import { AppError } from '#shared/errors'
import type { Caller } from '~~/server/access/actor'
import { loadRevision } from '~~/server/access/loaders'
import { assertMediaActive } from '~~/server/domain/artifact/active-media'
import { readStored } from '~~/server/domain/thread/contexts'

/** Returns the context of a revision. Throws `not_found` if none was sent, or if its media has expired. */
export async function readContext(
  caller: Caller,
  { id }: Input<'readContext'>,
): Promise<Output<'readContext'>> {
  const { revision, workspace } = await loadRevision(caller, id, 'readReviews')
  assertMediaActive(revision, workspace)
  const context = revision.contextKey === null ? null : await readStored(revision.contextKey)
  if (context) return context
  throw new AppError('not_found', {
    message: 'This revision has no context.',
    hint: 'PUT /v1/revisions/{id}/context sends it.',
  })
}
