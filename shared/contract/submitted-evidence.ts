import { z } from 'zod'
import { NextAction } from '../review/next-action'
import { Artifact, Revision } from './artifact'
import { RefusedFile } from './kit/errors'
import { address, id } from './kit/fields'
import { untrustedField } from './kit/untrusted'
import { Review, ReviewPayload, Round } from './review'
import { AddressedThread } from './thread'

// The responses of the calls that send evidence: `POST /v1/evidence` and `POST /v1/reviews/{id}/rounds`.

/** The outcome for a file that was sent as evidence. */
const evidenceOutcomes = ['created', 'revised', 'unchanged'] as const
export type EvidenceOutcome = (typeof evidenceOutcomes)[number]

/** A problem with a file. The file was published nevertheless, but the caller should check it. */
const EvidenceWarning = z
  .strictObject({
    code: z.enum(['unchanged', 'dropped_tracks', 'sent_by_other', 'context_not_stored']).meta({
      description:
        '`unchanged`: it shows the same as the revision before it, or as the `before` of its pair. ' +
        '`dropped_tracks`: a video has tracks that are not shown. `sent_by_other`: someone else sent the ' +
        'same bytes before, which is the revision in the response.',
    }),
    field: z.string(),
    message: z.string(),
  })
  .meta({ id: 'EvidenceWarning' })
export type EvidenceWarning = z.infer<typeof EvidenceWarning>

const SubmittedFile = z
  .strictObject({
    part: z.string().meta({ description: 'The name of its part.' }),
    file: z.string().meta({ description: 'The name of the file.' }),
    title: z.string(),
    outcome: z.enum(evidenceOutcomes).meta({
      description:
        '`created`: new evidence. `revised`: the next revision of evidence with this title. `unchanged`: ' +
        'not stored, because the evidence has these bytes.',
    }),
    artifactId: id('artifact'),
    revisionId: id('revision'),
    revisionIndex: z.int().min(1),
    url: address.meta({ description: 'The evidence on the page of its review.' }),
    embedUrl: address.nullable(),
    mediaExpiresAt: Revision.shape.mediaExpiresAt,
    hasContext: Revision.shape.hasContext,
    warnings: z.array(EvidenceWarning),
  })
  .meta({ id: 'SubmittedFile' })

/** A file that was left out, because it looks the same as the accepted revision. */
const OmittedFile = z
  .strictObject({
    index: z.int().min(0).meta({ description: 'Its index among the files of the call, from 0.' }),
    part: z.string(),
    file: z.string(),
    title: z.string(),
    url: address.meta({ description: 'The accepted evidence on the page of its review.' }),
  })
  .meta({ id: 'OmittedFile' })
export type OmittedFile = z.infer<typeof OmittedFile>

/**
 * The fields in the responses of both calls. They describe the review after the call, and the next action.
 */
const submitted = {
  review: Review,
  project: ReviewPayload.shape.project,
  files: z
    .array(SubmittedFile)
    .meta({ description: 'In the order in which they were sent, each `before` ahead of its `after`.' }),
  markdown: Artifact.shape.markdown.meta({
    description: 'All evidence of the review, for the pull request.',
  }),
  nextAction: NextAction,
  wait: z.strictObject({ cursor: z.string(), url: address }).meta({
    description:
      'GET `url` to wait for changes by others after this call. It responds at once while there are open ' +
      'comments without a reply of an agent.',
  }),
}

const answeredThreads = z.array(AddressedThread).meta({ description: 'The threads that were answered.' })

export const SubmittedEvidence = z
  .strictObject({
    ...untrustedField,
    reused: z.boolean().meta({ description: 'Whether the review existed.' }),
    ...submitted,
    refused: z.array(RefusedFile).meta({ description: 'With `partial`: the files that were refused.' }),
    omitted: z.array(OmittedFile).meta({ description: 'With `changedOnly`: the files that were left out.' }),
    threads: answeredThreads,
  })
  .meta({ id: 'SubmittedEvidence' })
export type SubmittedEvidence = z.infer<typeof SubmittedEvidence>

export const SubmittedRound = z
  .strictObject({
    ...untrustedField,
    round: Round.nullable().meta({ description: 'null if no file is a new revision.' }),
    ...submitted,
    threads: answeredThreads,
  })
  .meta({ id: 'SubmittedRound' })
export type SubmittedRound = z.infer<typeof SubmittedRound>
