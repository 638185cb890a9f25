import type { SubmittedEvidence } from '#shared/contract/submitted-evidence'
import { addresses } from '#shared/addresses'
import type { Caller } from '~~/server/access/actor'
import { loadReview } from '~~/server/access/loaders'
import type { Db } from '~~/server/db'
import { serializePartsFor } from '~~/server/domain/review/serialize'
import { handledVersion, progressOf } from '~~/server/domain/thread/read-news'
import { settings } from '~~/server/settings'
import type { Published } from './submission'

/** Returns the response of a call that published evidence. Runs inside the transaction of the call. */
export async function serializeSubmission(
  tx: Db,
  caller: Caller,
  reviewId: string,
  published: Published[],
): Promise<Omit<SubmittedEvidence, 'reused' | 'refused' | 'omitted' | 'threads'>> {
  // The review is loaded again, because the call has changed it.
  const loaded = await loadReview(caller, reviewId, 'contribute', tx)
  const { review, project, artifacts, markdown } = await serializePartsFor(caller, tx, loaded)
  const { nextAction } = await progressOf(tx, loaded)
  // The cursor is the version of the caller's last change in the review, or the version before the first
  // comment without a reply, if that is earlier. A caller that has changed nothing in the review gets the
  // current version: it sent only files that the review already has, and only later changes are new activity
  // for it.
  const cursor = String(await handledVersion(tx, caller, loaded.review, loaded.review.version))
  return {
    review,
    project,
    files: published.map(({ evidence, outcome, artifactId, revisionId, warnings }) => {
      const artifact = artifacts.find(each => each.id === artifactId)
      const revision = artifact?.revisions.find(each => each.id === revisionId)
      if (!artifact || !revision) throw new Error(`The review ${reviewId} lacks what was published in it.`)
      return {
        part: evidence.part,
        file: evidence.name,
        title: artifact.title,
        outcome,
        artifactId,
        revisionId,
        revisionIndex: revision.index,
        url: artifact.url,
        embedUrl: revision.embedUrl,
        mediaExpiresAt: revision.mediaExpiresAt,
        hasContext: revision.hasContext,
        warnings,
      }
    }),
    markdown,
    nextAction,
    wait: { cursor, url: addresses.wait(settings().publicUrl, reviewId, cursor) },
  }
}
