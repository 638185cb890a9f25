import { z } from 'zod'
import { Artifact, Revision } from './artifact'
import { id, ThreadCounts } from './kit/fields'
import { Review, ReviewPayload, Round } from './review'
import { Comment, reactionCounts, Thread, ThreadShape } from './thread'

/** The options of a share link: the conditions for its visitors, and the actions that it allows them. */
export const shareOptions = {
  hasPassword: z.boolean().meta({ description: 'Visitors see nothing before they enter the password.' }),
  allowComments: z.boolean().meta({ description: 'Visitors may comment as guests.' }),
  allowDownload: z.boolean().meta({ description: 'Visitors may download original files.' }),
}

// The resources in the form that visitors of a share link see. Each field is listed here explicitly, so that
// a new field of a review, an artifact or a thread stays private until it is added here.

const SharedRevision = Revision.pick({
  id: true,
  index: true,
  mime: true,
  bytes: true,
  width: true,
  height: true,
  durationMs: true,
  embedUrl: true,
  posterUrl: true,
  downloadUrl: true,
  mediaState: true,
  mediaExpiresAt: true,
  mediaDeletesAt: true,
  roundId: true,
  isBefore: true,
  description: true,
  route: true,
  viewport: true,
  commit: true,
  scenario: true,
  completedAt: true,
  change: true,
  baseline: true,
  differsFromItself: true,
  posterIsFrame: true,
}).meta({ id: 'SharedRevision' })

const SharedArtifact = Artifact.pick({
  id: true,
  kind: true,
  title: true,
  description: true,
  variationGroup: true,
  preferred: true,
  route: true,
  viewport: true,
  commit: true,
  scenario: true,
  status: true,
  url: true,
  markdown: true,
  threadCounts: true,
  approval: true,
  endedApproval: true,
})
  .extend({ currentRevision: SharedRevision.nullable(), revisions: z.array(SharedRevision) })
  .meta({ id: 'SharedArtifact' })

const SharedComment = Comment.pick({
  id: true,
  body: true,
  author: true,
  images: true,
  createdAt: true,
  editedAt: true,
})
  .extend(reactionCounts)
  .meta({ id: 'SharedComment' })

const SharedShape = ThreadShape.pick({ kind: true, geometry: true }).meta({ id: 'SharedShape' })

export const SharedThread = Thread.pick({
  threadId: true,
  number: true,
  artifactId: true,
  revision: true,
  kind: true,
  geometry: true,
  timestampMs: true,
  endMs: true,
  frameMs: true,
  comment: true,
  status: true,
  label: true,
  artifact: true,
  reviewId: true,
  url: true,
  createdAt: true,
  updatedAt: true,
})
  .extend({ shapes: z.array(SharedShape), comments: z.array(SharedComment) })
  .meta({ id: 'SharedThread' })

export const SharedReview = z
  .strictObject({
    review: Review.pick({
      id: true,
      title: true,
      status: true,
      url: true,
      externalRef: true,
      prRef: true,
      branch: true,
      commit: true,
      referencesChangedAt: true,
      createdAt: true,
      updatedAt: true,
      decidedAt: true,
      decidedBy: true,
      decisionComment: true,
    }),
    project: ReviewPayload.shape.project.pick({ id: true, name: true, workspaceId: true }),
    artifacts: z.array(SharedArtifact),
    threadCounts: ThreadCounts,
    markdown: z.string(),
    rounds: z.array(Round.pick({ id: true, number: true, summary: true, createdAt: true })),
    threads: z.array(SharedThread),
    more: z.literal(true).optional().meta({ description: 'Threads are left out for `size`.' }),
    allowComments: shareOptions.allowComments,
    allowDownload: shareOptions.allowDownload,
    guestId: id('guest').nullable().meta({ description: 'The author id of this visitor’s own comments.' }),
  })
  .meta({ id: 'SharedReview' })
export type SharedReview = z.infer<typeof SharedReview>
