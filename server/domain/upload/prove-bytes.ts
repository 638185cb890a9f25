import { eq } from 'drizzle-orm'
import type { Mime } from '#shared/contract/kit/fields'
import { AppError } from '#shared/errors'
import type { Caller } from '~~/server/access/actor'
import { db } from '~~/server/db'
import { revision } from '~~/server/db/schema'
import { deriveEmbed, derivePosterOf, type Derived } from '~~/server/domain/artifact/derive-media'
import type { RevisionRow } from '~~/server/domain/artifact/serialize'
import { MediaError } from '~~/server/media/error'
import { rejectRevision } from './reject-revision'

/** What was made of the bytes of a revision. */
export interface Derivatives {
  embed: Derived
  poster: Derived | null
  /** The key of the uploaded poster that `poster` was made of; null before one has arrived. */
  posterOriginalKey: string | null
}

/**
 * Verifies the original and makes its embeddable derivative. Throws `invalid_request` and rejects the
 * revision where the bytes are not what was declared.
 */
export async function deriveOriginal(caller: Caller, target: RevisionRow): Promise<Derivatives> {
  try {
    const embed = await deriveEmbed(target.id, target.originalKey ?? '', target.mime)
    return { embed, poster: null, posterOriginalKey: null }
  } catch (error) {
    throw await rejectionOf(error, 'mime', caller, target)
  }
}

/**
 * Verifies the uploaded poster and makes its derivative, if a poster has arrived since the last call. Throws
 * like {@link deriveOriginal}.
 */
export async function deriveNewPoster(
  caller: Caller,
  target: RevisionRow,
  mime: Mime | null,
  derivatives: Derivatives,
): Promise<void> {
  const [row] = await db
    .select({ key: revision.posterOriginalKey })
    .from(revision)
    .where(eq(revision.id, target.id))
  if (!row?.key || row.key === derivatives.posterOriginalKey) return
  try {
    derivatives.poster = await derivePosterOf(target.id, row.key, mime ?? undefined)
    derivatives.posterOriginalKey = row.key
  } catch (error) {
    throw await rejectionOf(error, 'poster.mime', caller, target)
  }
}

/** Rejects the revision where the bytes are at fault. Returns the error to throw. */
async function rejectionOf(
  error: unknown,
  field: string,
  caller: Caller,
  target: RevisionRow,
): Promise<unknown> {
  if (!(error instanceof MediaError)) return error
  await rejectRevision(caller, target.artifactId, target.id)
  return new AppError('invalid_request', {
    field,
    message: error.message,
    hint: `${error.hint ?? 'Send a file of the declared type.'} The bytes were deleted; declare a new revision to try again.`,
    cause: error,
  })
}
