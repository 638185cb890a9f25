import { AppError } from '#shared/errors'
import type { Caller } from '~~/server/access/actor'
import { EvidenceChangedError, ShownPictures } from '~~/server/domain/artifact/shown-pictures'
import { isUnavailable } from '~~/server/errors/unavailable'
import { commitSubmission } from './commit-submission'
import { prepareSubmission } from './prepare-submission'
import { PreparedMedia } from './prepared-media'
import type { Preparation, Submission } from './submission'

/**
 * The number of attempts to publish. An attempt fails if another call publishes evidence with the same titles
 * at the same time.
 */
const MAX_ATTEMPTS = 5

/**
 * Publishes all files or none: verifies and stores them first, then inserts their rows in one transaction,
 * together with the other changes of the call. Skips a file whose bytes the artifact already has. After a
 * failure, the stored files are deleted, unless the database did not respond to the commit. Throws `conflict`
 * if other calls change the review during every attempt.
 */
export async function publishEvidence<T>(caller: Caller, submission: Submission<T>): Promise<T> {
  const media = new PreparedMedia(submission.refusals.isPartial)
  const preparation: Preparation = {
    media,
    known: new Map(),
    pictures: new ShownPictures(),
    comparisons: new Map(),
  }
  let revisionIds: ReadonlySet<string> = new Set()
  // If the database did not respond, the commit may have succeeded, so the files stay. The sweep deletes them
  // if no row refers to them.
  let mayBePublished = false
  try {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      await prepareSubmission(submission, preparation)
      try {
        const { result, published } = await commitSubmission(caller, submission, preparation)
        revisionIds = new Set(published.map(each => each.revisionId))
        return result
      } catch (error) {
        if (!(error instanceof EvidenceChangedError)) throw error
      }
    }
    throw new AppError('conflict', {
      message: 'Other calls are publishing evidence with the same titles in this review.',
      hint: 'Send the same call again.',
    })
  } catch (error) {
    mayBePublished = isUnavailable(error)
    throw error
  } finally {
    if (!mayBePublished) await media.removeOthers(revisionIds)
  }
}
