import { countChanges, type ChangeCounts } from '#shared/review/changes'
import { describeError, type PrintedError } from '../failure'
import type { Evidence } from './evidence'
import type { Comparison } from '#shared/contract/comparison'
import type { Submitted } from './send-form'
import type { Artifact } from './planned-file'

/** The result for one file of a push. */
export interface PushedFile {
  file: string
  /** The title of the artifact; the title of the file if it was not sent. */
  title: string
  /**
   * `unchanged`: the latest revision has the same bytes. `updated`: it has the same bytes, but the title or
   * description was changed. `omitted`: the file looks the same as the accepted revision, so it was left out
   * of the review. `not_sent`: the push ended before this file was sent.
   */
  outcome: 'created' | 'revised' | 'updated' | 'unchanged' | 'omitted' | 'failed' | 'not_sent'
  artifactId: string | null
  revisionId: string | null
  revisionIndex: number | null
  url: string | null
  /** When the media expires, after which a placeholder is shown instead; null if it never expires. */
  mediaExpiresAt: string | null
  /**
   * The comparison with the accepted revision; null if the file was not sent or is a state before a change.
   */
  baseline: Pick<Comparison, 'status' | 'changedPercent'> | null
  /** Warnings about declared fields that differ from the file, and about options that had no effect. */
  warnings: (
    | Submitted['files'][number]['warnings'][number]
    | typeof posterNotSent
    | typeof differsFromItself
  )[]
  error?: PrintedError
}

/** The warning that a poster was not sent, since its video has no new revision. */
export const posterNotSent = {
  code: 'poster_not_sent',
  field: 'poster',
  message: 'The poster was not sent: the video has not changed, and its revision keeps the poster it has.',
} as const

/** The warning that two pictures of one screen, of the same round and commit, look different. */
export const differsFromItself = {
  code: 'differs_from_itself',
  field: 'files',
  message:
    'It looks different from an earlier picture of the same round: the screen does not always look the same.',
} as const

/** Returns whether the review contains the file after the push. */
export const isInReview = ({ outcome }: Pick<PushedFile, 'outcome'>) =>
  outcome !== 'omitted' && outcome !== 'failed' && outcome !== 'not_sent'

/**
 * Sets the result for a file that was left out of the review, because it looks the same as the accepted
 * revision.
 */
export function setOmitted(pushed: PushedFile, isBefore: boolean, url: string | null): void {
  const baseline = isBefore ? null : ({ status: 'same', changedPercent: 0 } as const)
  Object.assign(pushed, { outcome: 'omitted', url, baseline })
}

/** Returns the result for a file that no call has sent yet. */
export function describeFile(
  { name, title }: Evidence,
  artifact: Artifact | null,
  outcome: PushedFile['outcome'],
): PushedFile {
  return {
    file: name,
    title: isInReview({ outcome }) ? (artifact?.title ?? title) : title,
    outcome,
    artifactId: artifact?.id ?? null,
    revisionId: artifact?.currentRevision?.id ?? null,
    revisionIndex: artifact?.currentRevision?.index ?? null,
    url: artifact?.url ?? null,
    mediaExpiresAt: artifact?.currentRevision?.mediaExpiresAt ?? null,
    baseline: baselineOf(artifact),
    warnings: [],
  }
}

/** Returns the comparison of the current revision of an artifact with the revision that a person accepted. */
export function baselineOf(artifact: Artifact | null): PushedFile['baseline'] {
  const { baseline } = artifact?.currentRevision ?? {}
  return baseline ? { status: baseline.status, changedPercent: baseline.changedPercent } : null
}

/** Returns the number of files by the result of the comparison with the revisions that people accepted. */
export const changesOf = (files: readonly PushedFile[]): ChangeCounts =>
  countChanges(files.map(currentRevision => ({ currentRevision })))

/** Returns the result for a file that cannot be evidence. */
export const refusedFile = (file: string, title: string, error: unknown): PushedFile => ({
  file,
  title,
  outcome: 'failed',
  artifactId: null,
  revisionId: null,
  revisionIndex: null,
  url: null,
  mediaExpiresAt: null,
  baseline: null,
  warnings: [],
  error: describeError(error),
})

/**
 * Returns the number of pieces of evidence with each outcome as a text, such as `2 new, 1 failed`. The files
 * of a pair are one piece of evidence: it is new if one of them created it, else revised if one is.
 */
export function summaryOf(files: PushedFile[]): string {
  const words = {
    created: 'new',
    revised: 'revised',
    updated: 'updated',
    unchanged: 'unchanged',
    omitted: 'left out',
    failed: 'failed',
    not_sent: 'not sent',
  }
  const counted = new Set<string>()
  const counts = Object.entries(words).map(([outcome, word]) => {
    let count = 0
    for (const { artifactId, outcome: own } of files) {
      if (own !== outcome || (artifactId !== null && counted.has(artifactId))) continue
      if (artifactId !== null) counted.add(artifactId)
      count++
    }
    return count > 0 ? `${count} ${word}` : ''
  })
  return counts.filter(Boolean).join(', ')
}
