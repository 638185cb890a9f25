import type { Input, Output } from '#shared/contract'
import { AppError } from '#shared/errors'
import type { Caller } from '~~/server/access/actor'
import { loadRevision } from '~~/server/access/loaders'
import { assertMediaActive } from '~~/server/domain/artifact/active-media'
import { readStored } from '~~/server/domain/thread/contexts'

/** Returns the context of a revision. Throws `not_found` if none was sent, or if its media has expired. */
export async function readContext(
  caller: Caller,
  input: Input<'readContext'>,
): Promise<Output<'readContext'>> {
  const [key] = await contextValidators(caller, input)
  const context = await readStored(key)
  if (!context) throw noContext()
  return context
}

/**
 * Returns the key of the stored context, which never changes. Throws the errors of {@link readContext},
 * unless the stored file is missing.
 */
export async function contextValidators(
  caller: Caller,
  { id }: Input<'readContext'>,
): Promise<readonly [string]> {
  const { revision, workspace } = await loadRevision(caller, id, 'readReviews')
  assertMediaActive(revision, workspace)
  if (revision.contextKey === null) throw noContext()
  return [revision.contextKey]
}

/** The approximate length of the JSON of an element or event. */
const JSON_LENGTH = 500

/** Returns the approximate length of the JSON of a context. */
export const lengthOfContext = ({ elements, events, aria }: Output<'readContext'>): number =>
  JSON_LENGTH * (elements.length + events.length) + (aria?.length ?? 0)

const noContext = () =>
  new AppError('not_found', {
    message: 'This revision has no context.',
    hint: 'PUT /v1/revisions/{id}/context sends it.',
  })
