import { eq, sql } from 'drizzle-orm'
import type { Input } from '#shared/contract'
import type { DeclarationResult } from '#shared/contract/upload'
import type { ArtifactKind, Mime } from '#shared/contract/kit/fields'
import { limits } from '#shared/contract/kit/limits'
import { addresses } from '#shared/addresses'
import { AppError, invalid } from '#shared/errors'
import { newId } from '#shared/ids'
import { iso } from '#shared/time'
import { requireCaller, type Actor, type Caller } from '~~/server/access/actor'
import { answer } from '~~/server/access/idempotency'
import { loadArtifact, loadReview } from '~~/server/access/reach'
import { newSecret, sha256 } from '~~/server/access/secrets'
import type { Db } from '~~/server/db'
import type { PendingEvidence } from '~~/server/db/define-schema'
import { recordEvent } from '~~/server/db/events'
import { artifact, revision, upload } from '~~/server/db/schema'
import { assertEvidenceFits, assertFileSize, type Subscriber } from '~~/server/domain/billing/quotas'
import { touchReview } from '~~/server/live/touch'
import { settings } from '~~/server/settings'
import { roundFor } from './assign-round'

type Declaration = Omit<Input<'declareRevision'>, 'id'>

/** Declares a new artifact with its first revision. Nothing is stored or metered until it completes. */
export async function declareUpload(actor: Actor, input: Input<'declareUpload'>): Promise<DeclarationResult> {
  const caller = requireCaller(actor)
  checkDeclaration(input.kind, input)
  return answer(async tx => {
    const { review, project, workspace } = await loadReview(
      caller,
      input.reviewId,
      'contribute',
      tx,
      'reviewId',
    )
    const now = Date.now()
    await assertPlanAllows(tx, workspace, input.kind, input)
    const id = newId('artifact')
    await tx.insert(artifact).values({
      id,
      reviewId: review.id,
      kind: input.kind,
      title: input.title,
      description: input.description ?? null,
      variationGroup: input.variationGroup ?? null,
      route: input.route ?? null,
      viewport: input.viewport ?? null,
      commit: input.commit ?? null,
      scenario: input.scenario ?? null,
      status: 'processing',
      nextIndex: 2,
      createdAt: now,
      updatedAt: now,
    })
    await touchReview(tx, review.id, now)
    await recordEvent(tx, caller, 'artifact.declared', {
      subjectId: id,
      workspaceId: project.workspaceId,
      projectId: project.id,
      reviewId: review.id,
    })
    return issue(tx, { caller, artifactId: id, reviewId: review.id, index: 1, pending: null, now }, input)
  })
}

/** Declares a further revision. What it says of the picture reaches the artifact when it completes. */
export async function declareRevision(
  actor: Actor,
  input: Declaration & { id: string },
): Promise<DeclarationResult> {
  const caller = requireCaller(actor)
  const {
    artifact: { kind },
  } = await loadArtifact(caller, input.id, 'contribute')
  checkDeclaration(kind, input)
  return answer(async tx => {
    const { review, project, workspace } = await loadArtifact(caller, input.id, 'contribute', tx)
    const now = Date.now()
    await assertPlanAllows(tx, workspace, kind, input)
    const [moved] = await tx
      .update(artifact)
      .set({ status: 'processing', nextIndex: sql`${artifact.nextIndex} + 1`, updatedAt: now })
      .where(eq(artifact.id, input.id))
      .returning({ nextIndex: artifact.nextIndex })
    if (!moved) throw new AppError('not_found')
    const { title, description, variationGroup, route, viewport, commit, scenario } = input
    const pending: PendingEvidence = { title, description, variationGroup, route, viewport, commit, scenario }
    await touchReview(tx, review.id, now)
    const result = await issue(
      tx,
      { caller, artifactId: input.id, reviewId: review.id, index: moved.nextIndex - 1, pending, now },
      input,
    )
    await recordEvent(tx, caller, 'artifact.revision_declared', {
      subjectId: result.revisionId,
      workspaceId: project.workspaceId,
      projectId: project.id,
      reviewId: review.id,
    })
    return result
  })
}

function checkDeclaration(kind: ArtifactKind, input: Declaration): void {
  if (!input.mime.startsWith(`${kind}/`))
    throw invalid(
      'mime',
      `"mime" is ${input.mime}, which is no ${kind}.`,
      'Declare the file under the kind it is.',
    )
  if (kind === 'image' && input.bytes > limits.imageBytes)
    throw invalid(
      'bytes',
      `An image may have at most ${limits.imageBytes} bytes (50 MiB); this one has ${input.bytes}.`,
      'Compress or crop it.',
    )
  if (kind === 'image' && input.poster)
    throw invalid('poster', '"poster" goes with videos only.', 'Leave it out.')
}

/**
 * What the plan refuses is refused before a byte is sent: the file, and what is said of a video's length. The
 * estimate is not trusted; completion asks again.
 */
async function assertPlanAllows(
  tx: Db,
  home: Subscriber,
  kind: ArtifactKind,
  input: Declaration,
): Promise<void> {
  assertFileSize(home.plan, input.bytes)
  if (kind === 'video' && input.durationMs !== undefined)
    await assertEvidenceFits(tx, home, kind, input.durationMs)
}

interface Issued {
  caller: Caller
  artifactId: string
  reviewId: string
  index: number
  pending: PendingEvidence | null
  now: number
}

async function issue(tx: Db, at: Issued, input: Declaration): Promise<DeclarationResult> {
  const id = newId('revision')
  await tx.insert(revision).values({
    id,
    artifactId: at.artifactId,
    index: at.index,
    mime: input.mime,
    bytes: input.bytes,
    durationMs: null,
    roundId: await roundFor(tx, at.reviewId, input),
    pending: at.pending,
    createdAt: at.now,
  })
  const target = await issueTarget(tx, at, {
    revisionId: id,
    purpose: 'original',
    mime: input.mime,
    bytes: input.bytes,
  })
  return {
    artifactId: at.artifactId,
    reviewId: at.reviewId,
    revisionId: id,
    revisionIndex: at.index,
    status: 'processing',
    ...target,
    ...(input.poster && {
      poster: await issueTarget(tx, at, {
        revisionId: id,
        purpose: 'poster',
        mime: input.poster.mime,
        bytes: input.poster.bytes,
      }),
    }),
  }
}

interface Target {
  revisionId: string
  purpose: 'original' | 'poster'
  mime: Mime
  bytes: number
}

async function issueTarget(tx: Db, { caller, now }: Issued, target: Target) {
  const uploadToken = newSecret()
  const expiresAt = now + limits.uploadLifetimeMs
  await tx.insert(upload).values({
    id: newId('upload'),
    hash: sha256(uploadToken),
    ...target,
    issuedToType: caller.type,
    issuedToId: caller.id,
    createdAt: now,
    expiresAt,
  })
  return {
    uploadUrl: addresses.upload(settings().publicUrl, uploadToken),
    uploadToken,
    uploadExpiresAt: iso(expiresAt),
  }
}
