import type { SubmittedEvidence } from '#shared/contract/evidence'
import { addresses } from '#shared/addresses'
import type { Caller } from '~~/server/access/actor'
import { loadReview } from '~~/server/access/loaders'
import type { Db } from '~~/server/db'
import { serializeParts } from '~~/server/domain/review/serialize'
import { handledVersion, progressOf } from '~~/server/domain/thread/read-news'
import { settings } from '~~/server/settings'
import type { Published } from './publish-evidence'

/** Returns the response of a call that published evidence, in its transaction. */
export async function serializeSubmission(
  tx: Db,
  caller: Caller,
  reviewId: string,
  published: Published[],
): Promise<Omit<SubmittedEvidence, 'reused' | 'refused' | 'threads'>> {
  // Loaded again, because the call has changed it.
  const loaded = await loadReview(caller, reviewId, 'contribute', tx)
  const { review, project, artifacts, markdown } = await serializeParts(tx, loaded)
  const { nextAction } = await progressOf(tx, loaded)
  // Sending the same files again changes nothing. For an agent that is new to the review, only later changes
  // are news.
  const cursor = String(await handledVersion(tx, caller, reviewId, loaded.review.version))
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
        warnings,
      }
    }),
    markdown,
    nextAction,
    wait: { cursor, url: addresses.wait(settings().publicUrl, reviewId, cursor) },
  }
}
