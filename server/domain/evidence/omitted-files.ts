import { addresses } from '#shared/addresses'
import type { OmittedFile } from '#shared/contract/submitted-evidence'
import type { Comparisons } from '~~/server/domain/artifact/compare-revisions'
import { settings } from '~~/server/settings'
import type { Target } from './find-target'
import type { Evidence } from './evidence'

/**
 * Returns the description of a file that is left out; null if it is not left out. A file is left out if it
 * would become new evidence of the review, but looks the same as a revision that a person accepted. A file
 * with the state before a change is left out together with the file with the state after it.
 */
export function omittedFile(
  each: Evidence,
  evidence: readonly Evidence[],
  { artifact }: Pick<Target, 'artifact'>,
  comparisons: ReadonlyMap<Evidence, Comparisons>,
): OmittedFile | null {
  if (artifact) return null
  const shown = each.isBefore ? evidence[evidence.indexOf(each) + 1] : each
  const { status, against } = (shown && comparisons.get(shown)?.baseline) ?? {}
  if (status !== 'same' || !against?.from) return null
  const { reviewId, artifactId } = against.from
  const url = addresses.artifact(settings().publicUrl, reviewId, artifactId)
  return { index: each.index, part: each.part, file: each.name, title: each.title ?? '', url }
}
