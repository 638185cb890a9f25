import { createHash } from 'node:crypto'
import { limits } from '#shared/contract/kit/limits'
import type { ArtifactKind } from '#shared/contract/media-types'
import type { Artifact, Description } from '../push/planned-file'
import type { TestEvidence } from './test-evidence'
import { onOneLine } from '#shared/text/printable'

const FAILED_TITLE = 'Failed: '
const FAILED_DESCRIPTION = 'Test failed: '
const MAX_TITLE = limits.title - FAILED_TITLE.length
const HASH_DIGITS = 8

/**
 * Returns the title of a piece of evidence. The next run finds the artifact of the evidence by this title. It
 * contains the titles of the test and the name of the attachment, then the file and project of the test. A
 * title that is too long is cut off and gets a hash, so that it stays unique.
 */
export function titleOf({ titles, file, project }: TestEvidence, name: string): string {
  const path = [...titles, name].filter(Boolean).join(' › ')
  const title = onOneLine(`${path} (${[file, project].filter(Boolean).join(', ')})`)
  if (title.length <= MAX_TITLE) return title
  const hash = createHash('sha256').update(title).digest('hex').slice(0, HASH_DIGITS)
  return `${title.slice(0, MAX_TITLE - HASH_DIGITS - 2)}… ${hash}`
}

/** Returns the title that the review shows. If the test failed, the title has a prefix. */
export const labelOf = (title: string, { error }: TestEvidence): string =>
  error === null ? title : FAILED_TITLE + title

/**
 * Returns the artifact of a piece of evidence; null if there is none. Also finds an artifact whose title has
 * the prefix of a failed test.
 */
export function findLabeled(artifacts: Artifact[], title: string, kind: ArtifactKind): Artifact | null {
  const named = (label: string) => artifacts.find(each => each.title === label && each.kind === kind)
  return named(title) ?? named(FAILED_TITLE + title) ?? null
}

/**
 * Returns the title and description of evidence. The description of a failed test is its error. The first run
 * in which the test passes removes that description. A description by a person is not changed.
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
