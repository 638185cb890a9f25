import { createHash } from 'node:crypto'
import { limits } from '#shared/contract/kit/limits'
import type { ArtifactKind } from '#shared/contract/media-types'
import type { Artifact, Description } from '../push/send-files'
import type { TestEvidence } from './test-evidence'
import { onOneLine } from '#shared/text/printable'

const FAILED_TITLE = 'Failed: '
const FAILED_DESCRIPTION = 'Test failed: '
const MAX_TITLE = limits.title - FAILED_TITLE.length
const HASH_DIGITS = 8

/**
 * Returns the title of evidence, which finds it again in the next run: the titles of the test and the name of
 * the attachment, then the other names that distinguish tests. A long one is cut and stays distinct.
 */
export function titleOf({ titles, file, project }: TestEvidence, name: string): string {
  const path = [...titles, name].filter(Boolean).join(' › ')
  const title = onOneLine(`${path} (${[file, project].filter(Boolean).join(', ')})`)
  if (title.length <= MAX_TITLE) return title
  const hash = createHash('sha256').update(title).digest('hex').slice(0, HASH_DIGITS)
  return `${title.slice(0, MAX_TITLE - HASH_DIGITS - 2)}… ${hash}`
}

/** Returns the title of evidence in the review: the title of a failed test is marked. */
export const labelOf = (title: string, { error }: TestEvidence): string =>
  error === null ? title : FAILED_TITLE + title

/** Returns the artifact of evidence, whether its test had failed before or not; null if there is none. */
export function findLabelled(artifacts: Artifact[], title: string, kind: ArtifactKind): Artifact | null {
  const named = (label: string) => artifacts.find(each => each.title === label && each.kind === kind)
  return named(title) ?? named(FAILED_TITLE + title) ?? null
}

/**
 * Returns title and description of evidence. The description of a failed test is its error, which the first
 * run that passes removes; a person's own description stays.
 */
export function labelsOf(
  title: string,
  test: TestEvidence,
  artifact: Artifact | null,
): Pick<Description, 'title' | 'description'> {
  const current = artifact?.description ?? ''
  const isOwn = current.startsWith(FAILED_DESCRIPTION)
  const description = test.error === null ? null : FAILED_DESCRIPTION + test.error
  return {
    title: labelOf(title, test),
    ...((isOwn || (current === '' && description !== null)) && { description }),
  }
}
