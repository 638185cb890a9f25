import type { Output } from '#shared/contract'
import type { Artifact, Revision } from '#shared/contract/artifact'
import type { PendingComment } from '#shared/contract/pending-comment'
import type { Review, ReviewPayload } from '#shared/contract/review'
import type { ReviewSummary } from '#shared/contract/review-list'
import type { SharedReview } from '#shared/contract/shared-review'
import type { Comment, CommentImage, Thread } from '#shared/contract/thread'
import type { CompletionResult, DeclarationResult } from '#shared/contract/upload'
import type { Me } from '#shared/contract/workspace'

type Inbox = Output<'readInbox'>

const AT = '2026-06-01T09:00:00.000Z'
const ORIGIN = 'http://exhibit.test'
const noThreads = { open: 0, addressed: 0, resolved: 0, total: 0 }

/** The signed-in person of the tests: `usr_me`, a member of `ws_1`. */
export function me(overrides: Partial<Me> = {}): Me {
  const workspace = { id: 'ws_1', name: 'Team', plan: 'team' as const, role: 'member' as const }
  const user = { id: 'usr_me', name: 'Mara', email: 'mara@example.org', image: null }
  return { user, workspace, workspaces: [workspace], admin: false, turnedOff: [], ...overrides }
}

/** A completed revision. For example, `rvs_1a` is the first revision of `art_a`. */
export function revision(id: string, index: number, overrides: Partial<Revision> = {}): Revision {
  return {
    id,
    index,
    mime: 'image/png',
    bytes: 1000,
    width: 1200,
    height: 800,
    durationMs: null,
    embedUrl: `${ORIGIN}/e/${id}`,
    posterUrl: null,
    downloadUrl: null,
    mediaState: 'active',
    mediaExpiresAt: null,
    mediaDeletesAt: null,
    roundId: null,
    isBefore: false,
    description: null,
    route: null,
    viewport: null,
    commit: null,
    scenario: null,
    completedAt: AT,
    change: null,
    baseline: null,
    differsFromItself: false,
    posterIsFrame: false,
    hasContext: false,
    ...overrides,
  }
}

/** Evidence `art_<name>` with `revisionCount` completed revisions: `rvs_1<name>`, `rvs_2<name>`… */
export function artifact(name: string, revisionCount = 1, overrides: Partial<Artifact> = {}): Artifact {
  const revisions =
    overrides.revisions ??
    Array.from({ length: revisionCount }, (_, index) => revision(`rvs_${index + 1}${name}`, index + 1))
  return {
    id: `art_${name}`,
    kind: 'image',
    title: `Screen ${name}`,
    description: null,
    variationGroup: null,
    preferred: false,
    route: null,
    viewport: null,
    commit: null,
    scenario: null,
    status: 'ready',
    url: `${ORIGIN}/reviews/rev_1#art_${name}`,
    markdown: '',
    latestEmbedUrl: null,
    latestPosterUrl: null,
    currentRevision: revisions.at(-1) ?? null,
    revisions,
    threadCounts: noThreads,
    approval: null,
    endedApproval: null,
    ...overrides,
  }
}

/** A comment by the signed-in person, or by another person in `overrides.author`. */
export function comment(id: string, body: string, overrides: Partial<Comment> = {}): Comment {
  return {
    id,
    body,
    author: { type: 'human', id: 'usr_me', name: 'Mara' },
    mentions: [],
    images: [],
    createdAt: AT,
    editedAt: null,
    ...overrides,
  }
}

/** An image that is attached to a comment. */
export const image: CommentImage = {
  id: 'upi_1',
  name: 'header.png',
  mime: 'image/png',
  width: 40,
  height: 30,
  url: `${ORIGIN}/e/image`,
}

/** An agent as the author of a comment. */
export const agent = { type: 'agent', id: 'tok_1', name: 'Agent' } as const

/** An open thread `thr_<name>` at a point of the first revision of `art_a`. */
export function thread(name: string, overrides: Partial<Thread> = {}): Thread {
  const body = overrides.comment ?? `Comment ${name}`
  return {
    threadId: `thr_${name}`,
    number: 1,
    artifactId: 'art_a',
    revision: 1,
    size: null,
    pixels: null,
    pictureUrl: null,
    hasFrame: false,
    frameBy: null,
    markChanged: null,
    claim: null,
    label: null,
    elements: [],
    events: [],
    kind: 'point',
    geometry: { x: 0.5, y: 0.5 },
    shapes: [],
    timestampMs: null,
    endMs: null,
    frameMs: null,
    comment: body,
    status: 'open',
    artifact: null,
    reviewId: 'rev_1',
    url: `${ORIGIN}/reviews/rev_1#thr_${name}`,
    createdAt: AT,
    updatedAt: AT,
    comments: [comment(`cmt_${name}`, body)],
    ...overrides,
  }
}

/** The review `rev_1` of the tests. */
export function review(overrides: Partial<Review> = {}): Review {
  return {
    id: 'rev_1',
    title: 'Checkout',
    status: 'open',
    url: `${ORIGIN}/reviews/rev_1`,
    externalRef: null,
    prRef: null,
    branch: null,
    commit: null,
    referencesChangedAt: null,
    createdAt: AT,
    updatedAt: AT,
    decidedAt: null,
    decidedBy: null,
    decisionComment: null,
    ...overrides,
  }
}

/** The review `rev_1` with this evidence. */
export function reviewPayload(artifacts: Artifact[], overrides: Partial<ReviewPayload> = {}): ReviewPayload {
  return {
    review: review(),
    project: { id: 'prj_1', name: 'Shop', workspaceId: 'ws_1' },
    artifacts,
    threadCounts: noThreads,
    markdown: '',
    rounds: [],
    reviewers: [],
    seenItemIds: [],
    ...overrides,
  }
}

/** A row of the inbox, or of the review list of a project. */
export function reviewSummary(overrides: Partial<ReviewSummary> = {}): ReviewSummary {
  const { id, title, status, url, externalRef, prRef, branch, createdAt, updatedAt } = review()
  return {
    ...{ id, title, status, url, externalRef, prRef, branch, createdAt, updatedAt },
    decidedAt: null,
    decidedBy: null,
    projectId: 'prj_1',
    projectName: 'Shop',
    thumbnailUrl: null,
    thumbnailExpiresAt: null,
    imageCount: 1,
    videoCount: 0,
    artifactCount: 1,
    changes: { changed: 0, new: 0, same: 0, expired: 0 },
    openThreadCount: 0,
    addressedThreadCount: 0,
    unseenCount: 0,
    unseenCommentCount: 0,
    pendingCommentCount: 0,
    createdBy: null,
    archived: false,
    snoozedUntil: null,
    ownVerdict: null,
    verdictRequest: null,
    isVerdictOutdated: false,
    changedSinceVerdict: false,
    ...overrides,
  }
}

/** The inbox of the person. Groups that are not given are empty. */
export function inboxWith(overrides: Partial<Inbox> = {}): Inbox {
  return {
    asked: [],
    addressed: [],
    sinceVerdict: [],
    fresh: [],
    open: [],
    waiting: [],
    decided: [],
    hasMore: false,
    decidedCount: 0,
    snoozed: { count: 0, firstUntil: null, lastUntil: null },
    ...overrides,
  }
}

/** The response to a declaration of `art_<name>`, whose upload URL ends in `token_<name>`. */
export function declaration(name: string, overrides: Partial<DeclarationResult> = {}): DeclarationResult {
  return {
    artifactId: `art_${name}`,
    reviewId: 'rev_1',
    revisionId: `rvs_1${name}`,
    revisionIndex: 1,
    status: 'processing',
    uploadUrl: `${ORIGIN}/v1/uploads/token_${name}`,
    uploadToken: `token_${name}`,
    uploadExpiresAt: AT,
    ...overrides,
  }
}

/** The response to the completion of an artifact's latest revision. */
export function completion(added: Artifact): CompletionResult {
  const { id, index, embedUrl, posterUrl, downloadUrl } = added.currentRevision ?? revision('rvs_1', 1)
  return {
    artifactId: added.id,
    revisionId: id,
    revisionIndex: index,
    status: 'ready',
    reviewUrl: `${ORIGIN}/reviews/rev_1`,
    embedUrl,
    posterUrl,
    downloadUrl,
    markdown: '',
    warnings: [],
    artifact: added,
    review: review(),
  }
}

/** A thread as the visitor of a share link reads it. */
export function sharedThread({
  size,
  pixels,
  pictureUrl,
  hasFrame,
  frameBy,
  markChanged,
  elements,
  claim,
  events,
  comments,
  shapes,
  ...shared
}: Thread) {
  void [size, pixels, pictureUrl, hasFrame, frameBy, markChanged, elements, claim, events]
  return {
    ...shared,
    shapes: shapes.map(({ kind, geometry }) => ({ kind, geometry })),
    comments: comments.map(({ mentions: _mentions, reactions, ...each }) => ({
      ...each,
      ...(reactions && { reactions: reactions.map(({ emoji, count }) => ({ emoji, count })) }),
    })),
  }
}

/**
 * The response of a share link of the review `rev_1`. The link allows nothing, unless `overrides` change
 * this.
 */
export function sharedReview(overrides: Partial<SharedReview> = {}): SharedReview {
  const { seenItemIds: _seen, reviewers: _reviewers, ...shared } = reviewPayload([])
  return {
    ...shared,
    threads: [],
    allowComments: false,
    allowDownload: false,
    guestId: null,
    ...overrides,
  }
}

/** The place of a point on the current revision of `artifact('a')`. */
export const pendingPlace = {
  kind: 'point' as const,
  artifactId: 'art_a',
  revisionId: 'rvs_1a',
  geometry: { x: 0.5, y: 0.5 },
  shapes: [],
  timestampMs: null,
  endMs: null,
  frameMs: null,
}

/** A comment at {@link pendingPlace} that its author has not sent. */
export const pendingComment = (name: string, overrides: Partial<PendingComment> = {}): PendingComment => ({
  id: `pnd_${name}`,
  body: `Comment ${name}`,
  images: [],
  threadId: null,
  place: pendingPlace,
  createdAt: '2026-11-21T06:00:00.000Z',
  ...overrides,
})
