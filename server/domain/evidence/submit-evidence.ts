import { eq } from 'drizzle-orm'
import type { Input } from '#shared/contract'
import type { SubmittedEvidence } from '#shared/contract/submitted-evidence'
import { limits } from '#shared/contract/kit/limits'
import { AppError, invalid } from '#shared/errors'
import { referenceLabel } from '#shared/forge/pull-request-name'
import type { Caller } from '~~/server/access/actor'
import { loadProject, loadReview } from '~~/server/access/loaders'
import { db } from '~~/server/db'
import { workspaceColumns } from '~~/server/db/joins'
import { workspace } from '~~/server/db/schema'
import { findProject, requireCreator } from '~~/server/domain/project/choose-project'
import { findReferenced } from '~~/server/domain/project/review-references'
import { openReview } from '~~/server/domain/review/open-review'
import type { ReceivedFile } from '~~/server/bytes/received-form'
import { answerThreads, requireOwnThreads } from './answer-threads'
import { publishEvidence } from './publish-evidence'
import { readEvidence } from './read-evidence'
import type { Evidence } from './evidence'
import { Refusals } from './refusals'
import { serializeSubmission } from './serialize'
import type { Submission } from './submission'

type EvidenceInput = Input<'submitEvidence'>

/**
 * Publishes files and answers threads, in the review with this `externalRef` or in a new review. Creates the
 * project of a new review if it is missing. The call takes effect completely or not at all: after an error
 * there is no new project, review, artifact or file. With `partial`, the other files are published even if
 * some are rejected. With `changedOnly`, throws `unchanged` if all files of a new review are left out.
 */
export async function submitEvidence(
  caller: Caller,
  input: EvidenceInput,
  files: readonly ReceivedFile[],
): Promise<SubmittedEvidence> {
  if (files.length === 0)
    throw invalid('files', '"files" is required.', "Send one file or several: curl -F 'files=@cart.png'.")
  const refusals = new Refusals(input.partial === 'true')
  const evidence = await readEvidence(files, input, refusals)
  if (evidence.length === 0) refusals.throwFirst()
  const request = { ...input, title: reviewTitleOf(input, evidence) }
  const { description, route, viewport, scenario, commit, variationGroup } = input
  let created = false
  return publishEvidence(caller, {
    evidence,
    description: { description, route, viewport, scenario, commit, variationGroup },
    refusals,
    changedOnly: input.changedOnly === 'true',
    round: { roundKey: input.roundKey, roundSummary: input.roundSummary },
    async find() {
      const found = await findReview(caller, input)
      if (found.reviewId !== null) await requireOwnThreads(db, caller, found.reviewId, input)
      return found
    },
    async open(tx) {
      if (input.reviewId !== undefined)
        return loadReview(caller, input.reviewId, 'contribute', tx, 'reviewId')
      const opened = await openReview(tx, caller, request)
      created = opened.created
      return opened.loaded
    },
    async finish(tx, loaded, { published, pictures, omitted }) {
      if (published.length === 0 && created) {
        refusals.throwFirst()
        throw new AppError('unchanged', {
          message: 'All files are the same as accepted, so there is nothing to review.',
          hint: 'Send them without "changedOnly" to create a review nevertheless.',
        })
      }
      const refused = refusals.serialize()
      // If a file was rejected, no thread is answered, since an answer may refer to the rejected file.
      const answers = refused.length === 0 ? input : {}
      const threads = await answerThreads(tx, caller, loaded, answers, published, pictures)
      return {
        reused: !created,
        ...(await serializeSubmission(tx, caller, loaded.review.id, published)),
        refused,
        omitted,
        threads,
      }
    },
  })
}

function reviewTitleOf({ reviewTitle, prRef, externalRef, branch }: EvidenceInput, evidence: Evidence[]) {
  const references = [prRef, externalRef].map(each => each && referenceLabel(each))
  const names = [reviewTitle, ...references, branch, evidence[0]?.title]
  const title = names.find(each => each?.trim()) ?? 'Evidence'
  return title.trim().slice(0, limits.title)
}

/**
 * Returns the review to which a call would add files (null if the call would create the review), and the
 * workspace of the project.
 */
export async function findReview(
  caller: Caller,
  input: Pick<EvidenceInput, 'reviewId' | 'externalRef'> & Parameters<typeof findProject>[2],
): ReturnType<Submission<unknown>['find']> {
  if (input.reviewId !== undefined) {
    const {
      review,
      project,
      workspace: owner,
    } = await loadReview(caller, input.reviewId, 'contribute', db, 'reviewId')
    return { reviewId: review.id, project, workspace: owner }
  }
  const projectId = await findProject(db, caller, input)
  if (projectId === null) {
    const { workspaceId } = requireCreator(caller, input)
    const [row] = await db.select(workspaceColumns).from(workspace).where(eq(workspace.id, workspaceId))
    if (!row) throw new AppError('not_found')
    return { reviewId: null, project: null, workspace: row }
  }
  const loaded = await loadProject(caller, projectId, 'contribute', db, 'projectId')
  if (input.externalRef === undefined) return { reviewId: null, ...loaded }
  const found = await findReferenced(db, projectId, input.externalRef)
  return { reviewId: found?.id ?? null, ...loaded }
}
