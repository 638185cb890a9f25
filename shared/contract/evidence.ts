import { z } from 'zod'
import { variationGroup } from './artifact'
import { redactedAreas } from './geometry'
import {
  address,
  id,
  idParams,
  jsonText,
  optional,
  repository,
  requiredText,
  text,
  timestamp,
  Viewport,
  visibleName,
} from './kit/fields'
import { limits } from './kit/limits'
import { operations } from './kit/operation'
import { externalRefMeaning, prRefMeaning } from './review'
import { SubmittedEvidence, SubmittedRound } from './submitted-evidence'

/** The schema of the query of an operation that accepts a one-time address. */
const ticketQuery = z.object({
  ticket: z
    .string()
    .length(limits.ticket, 'must be the ticket of a one-time address')
    .optional()
    .meta({ description: 'Part of an address of `POST /v1/evidence/address`, which needs no credential.' }),
})

/** The text of the reply to a thread. An empty text means that no comment is added. */
const answer = text(limits.commentBody).refine(
  body => body === '' || body.trim() !== '',
  'must have a text, or be empty for no comment',
)

/** The fields of a call that apply to all of its files. */
const described = {
  title: requiredText(limits.title).optional().meta({
    description: 'The title of the only file or pair. By default, titles are made from the file names.',
  }),
  description: text(limits.description).optional(),
  route: text(limits.route).optional(),
  scenario: text(limits.scenario).optional(),
}

/**
 * The fields of a call that apply to one of its files. They take precedence over the fields for all files.
 */
const FileItem = z
  .object({
    title: requiredText(limits.title).optional(),
    artifactId: id('artifact').optional(),
    isBefore: z
      .boolean()
      .optional()
      .meta({ description: 'The state before the change. The next file is the state after it.' }),
    description: text(limits.description).nullish(),
    route: text(limits.route).nullish(),
    viewport: Viewport.nullish(),
    scenario: text(limits.scenario).nullish(),
    commit: text(limits.commit).nullish(),
    variationGroup: variationGroup.nullish(),
    redact: redactedAreas.optional(),
  })
  .meta({ id: 'FileItem' })
export type FileItem = z.infer<typeof FileItem>

const answersById = {
  resource: 'thread',
  field: 'answers',
  description:
    '`thr_…` is a text: the answer to this thread. An empty one adds no comment, nor does a repeated one.',
} as const

/** The fields of a call that also marks threads addressed. */
const answering = {
  answers: z.record(id('thread'), answer).optional(),
  force: z
    .enum(['true', 'false'])
    .optional()
    .meta({
      description:
        'Whether files may answer a comment although they show no change. Otherwise such a call ' +
        'is 409 `unchanged`. Answers without a file need no change.',
    }),
}

/** The descriptions of the form parts that contain files. */
const fileParts = {
  files: 'PNG, JPEG, WebP, GIF, AVIF, MP4, MOV or WebM. The Markdown links a video without a poster.',
  before:
    'The state before the change. With `after` it makes two revisions of one piece of evidence, ' +
    'which the review page compares and the Markdown shows side by side, also after later revisions. ' +
    'The first `before` belongs to the first `after`. Without `title`, the words of the name of `after` ' +
    'are the title of the pair, but for "before" and "after": `cart-after.png` is "Cart".',
  after: 'The state after the change.',
  context:
    'JSON about the page that the file before this part shows: the body of `PUT /v1/revisions/{id}/context`.',
}

const matching =
  'A file with the title of existing evidence of its kind becomes its next revision, or is skipped if it ' +
  'has the same bytes. All or nothing: one refused file refuses the call.'

/** The response of a call that sends evidence, as text. */
const summaryText = {
  raw: 'text/markdown',
  description:
    'a summary with what to do next, and with the Markdown of the review if there is new evidence, if ' +
    '`Accept` asks for it.',
}

/** A file of a call that is described before the file is sent. */
const FileToSend = FileItem.extend({
  path: requiredText(limits.filePath).meta({ description: 'As the command line of your machine needs it.' }),
  contextPath: optional(requiredText(limits.filePath)).meta({
    description: 'JSON about its page, which `exhibit shot --out` writes.',
  }),
}).meta({ id: 'FileToSend' })
export type FileToSend = z.infer<typeof FileToSend>

export const EvidenceAddress = z
  .strictObject({
    url: address.meta({
      description:
        'Takes the files once, in their order, and no texts. A failed call does not use it up; repeating ' +
        'the successful call returns its response again.',
    }),
    command: z.string().meta({ description: 'A shell command that sends the files.' }),
    expiresAt: timestamp,
  })
  .meta({ id: 'EvidenceAddress' })
export type EvidenceAddress = z.infer<typeof EvidenceAddress>

const planErrors = [
  'evidence_limit_reached',
  'file_size_limit_reached',
  'video_length_limit_reached',
  'storage_limit_reached',
] as const

export const evidenceOperations = operations({
  submitEvidence: {
    method: 'POST',
    path: '/v1/evidence',
    tag: 'Evidence in one call',
    summary: 'Send screenshots and videos to a review, which is created if it is missing',
    description:
      `The parts may have any order. ${matching} With \`partial\`, the call is refused only if all files ` +
      'are, and threads are answered only if none is.',
    action: 'uploadEvidence',
    idempotent: true,
    takesTicket: true,
    query: ticketQuery,
    multipart: {
      files: {
        ...fileParts,
        poster:
          'The image that is shown until the only video of the call plays: PNG, JPEG, WebP, GIF or AVIF.',
      },
      textsById: answersById,
    },
    body: z.object({
      ...described,
      externalRef: requiredText(limits.externalRef).optional().meta({
        description: externalRefMeaning,
      }),
      reviewTitle: requiredText(limits.title)
        .optional()
        .meta({
          description:
            'The title of a new review. By default the first of prRef, externalRef, branch and the title ' +
            'of the first file: `acme/shop#77` for the address of a pull request.',
        }),
      prRef: text(limits.prRef).optional().meta({ description: prRefMeaning }),
      branch: text(limits.branch).optional(),
      commit: text(limits.commit).optional(),
      projectId: id('project')
        .optional()
        .meta({
          description:
            'By default the project of the repository, which is created if there is none, or the one with ' +
            'a review that externalRef names. The default repository is in prRef or externalRef; ' +
            'without any, the only project.',
        }),
      repository: repository.optional(),
      project: visibleName(limits.projectName).optional().meta({
        description: 'Instead of projectId: the name or slug. Created if there is none.',
      }),
      reviewId: id('review')
        .optional()
        .meta({ description: 'An existing review, instead of externalRef and the project.' }),
      viewport: jsonText(Viewport).optional().meta({ description: 'JSON, as in a declaration.' }),
      variationGroup: variationGroup.optional(),
      roundKey: requiredText(limits.roundKey).optional().meta({
        description: 'As in a declaration. Without it, the files of a call share a round.',
      }),
      roundSummary: text(limits.roundSummary).optional(),
      items: jsonText(z.array(FileItem).max(limits.formFiles)).optional().meta({
        description: 'JSON: the fields of each of `files` that differ, one object for each file, in order.',
      }),
      partial: z
        .enum(['true', 'false'])
        .optional()
        .meta({ description: 'Whether the other files are published if some are refused.' }),
      changedOnly: z
        .enum(['true', 'false'])
        .optional()
        .meta({
          description:
            'Whether files are left out that would be new evidence of the review, but are the same as ' +
            'accepted. If nothing else remains for a new review, the call is 409 `unchanged`.',
        }),
      ...answering,
    }),
    example: {
      before: '@cart-before.png',
      after: '@cart-after.png',
      externalRef: 'fix-totals',
      prRef: 'acme/shop#1284',
    },
    errors: [
      'not_found',
      'project_limit_reached',
      'review_limit_reached',
      'round_closed',
      'unchanged',
      'conflict',
      'already_used',
      'expired',
      ...planErrors,
    ],
    responses: { 201: SubmittedEvidence, 200: SubmittedEvidence },
    textResponse: summaryText,
  },

  addressEvidence: {
    method: 'POST',
    path: '/v1/evidence/address',
    tag: 'Evidence in one call',
    summary: 'Get a one-time address for the files of POST /v1/evidence',
    description:
      'For an agent whose files are sent by another program, which needs no token. The address is valid ' +
      'for 15 minutes, for one call with these fields, and until the token is revoked.',
    action: 'addressEvidence',
    body: z.object({
      files: z
        .array(FileToSend)
        .min(1, 'must have at least one file')
        .max(limits.formFiles, `must have at most ${limits.formFiles} files`),
      reviewId: optional(id('review')).meta({ description: 'An existing review, instead of externalRef.' }),
      externalRef: optional(requiredText(limits.externalRef)).meta({
        description: 'The branch: it names the review, which is created if there is none.',
      }),
      reviewTitle: optional(requiredText(limits.title)),
      repository: optional(repository).meta({ description: 'The address of the git remote.' }),
      prRef: optional(text(limits.prRef)).meta({ description: 'The pull request, such as `acme/shop#77`.' }),
      branch: optional(text(limits.branch)),
      commit: optional(text(limits.commit)),
      projectId: optional(id('project')).meta({ description: 'By default that of the repository.' }),
      project: optional(visibleName(limits.projectName)).meta({ description: 'Instead: its name or slug.' }),
      posterPath: optional(requiredText(limits.filePath)).meta({
        description: 'A still for the only video.',
      }),
      summary: optional(text(limits.roundSummary)).meta({ description: 'What the new files change.' }),
      changedOnly: optional(z.boolean()).meta({
        description: 'Leave out files that were accepted as they are.',
      }),
      answers: optional(z.record(id('thread'), answer)).meta({
        description: 'By threadId, what was changed: marks these comments addressed.',
      }),
      force: optional(z.boolean()).meta({ description: 'Answer a comment although no picture changed.' }),
    }),
    example: {
      files: [{ path: 'shots/cart.png' }],
      reviewId: 'rev_01KA3V6Y8T2N5Q7R9W4X1Z0B3C',
      answers: { thr_01KA3V6Y8T2N5Q7R9W4X1Z0B3C: 'The total has a line of its own.' },
    },
    errors: ['not_found'],
    mcp: {
      name: 'send_evidence',
      description:
        'Send all screenshots and videos of a change to its review, which is created if it is missing, and ' +
        'answer comments with them. Returns a command for your shell that sends the files; its output has ' +
        'the Markdown for the pull request and what to do next. Before and after: two files, the first ' +
        'with isBefore. The title of existing evidence, or its artifactId, makes a file its next revision.',
    },
    responses: { 201: EvidenceAddress },
  },

  checkEvidence: {
    method: 'POST',
    path: '/v1/evidence/check',
    tag: 'Evidence in one call',
    summary: 'Ask which files need not be sent, since their evidence has these bytes',
    action: 'contribute',
    body: z
      .object({
        reviewId: id('review'),
        files: z
          .array(
            z.object({
              artifactId: id('artifact'),
              sha256: z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in 64 hexadecimal digits'),
              bytes: z.int().min(1),
              isBefore: z.boolean().default(false).meta({
                description:
                  'Whether it is compared with the states before a change, not with the current revision.',
              }),
            }),
          )
          .min(1)
          .max(limits.checkedFiles, `must have at most ${limits.checkedFiles} files`),
      })
      .meta({ id: 'CheckEvidence' }),
    example: {
      reviewId: 'rev_01KA3V6Y8T2N5Q7R9W4X1Z0B3C',
      files: [
        {
          artifactId: 'art_01KA3V6Y8T2N5Q7R9W4X1Z0B3C',
          sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
          bytes: 48_213,
        },
      ],
    },
    errors: ['not_found'],
    responses: {
      200: z
        .strictObject({
          unchanged: z.array(z.boolean()).meta({ description: 'For each of `files`, in their order.' }),
        })
        .meta({ id: 'CheckedEvidence' }),
    },
  },

  submitRound: {
    method: 'POST',
    path: '/v1/reviews/{id}/rounds',
    tag: 'Evidence in one call',
    summary: 'Send new revisions and answer comments',
    description:
      'The files make a round; each answered thread gets the comment and is marked addressed. A resolved ' +
      `thread stays resolved: only a human resolves. ${matching}`,
    action: 'uploadEvidence',
    idempotent: true,
    params: idParams('review'),
    multipart: {
      files: fileParts,
      filesById: {
        resource: 'artifact',
        description: '`art_…` is a file: the next revision of this evidence, whatever its title.',
      },
      textsById: answersById,
    },
    body: z.object({
      ...described,
      commit: text(limits.commit).optional(),
      roundKey: requiredText(limits.roundKey).optional().meta({
        description: 'Calls with the latest key share a round; without it, each call creates one.',
      }),
      summary: text(limits.roundSummary)
        .optional()
        .meta({ description: 'A summary of the changes in the round.' }),
      ...answering,
    }),
    example: {
      files: '@cart.png',
      summary: 'The total no longer wraps.',
      thr_01KA3V6Y8T2N5Q7R9W4X1Z0B3C: 'Fixed: it has a line of its own.',
    },
    errors: ['round_closed', 'unchanged', 'conflict', ...planErrors],
    responses: { 201: SubmittedRound },
    textResponse: summaryText,
  },
})
