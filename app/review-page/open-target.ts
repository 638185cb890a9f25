import type { ReviewState } from '~/review-state/provide-review-state'
import { FIXES } from '~/review-state/review-path'
import type { Thread } from '#shared/contract/thread'

/**
 * Shows the artifact (`art_…`) or the thread (`thr_…`) with an id from the URL, or the first fix to check.
 * Shows the first artifact if the id is missing or unknown.
 */
export function openTarget(state: Pick<ReviewState, 'source' | 'selection'>, id: string | null): void {
  const { source, selection } = state
  const thread = id === FIXES ? firstFix(state) : source.threads.value.find(each => each.threadId === id)
  if (thread) return selection.openThread(thread)
  const artifact = source.completedArtifacts.value.find(each => each.id === id)
  selection.openArtifact(artifact ?? selection.artifacts.value[0])
}

/** Returns the first fix to check in the order of the evidence; undefined if there is none. */
function firstFix({ source, selection }: Pick<ReviewState, 'source' | 'selection'>): Thread | undefined {
  const fixes = source.threads.value.filter(each => each.status === 'addressed')
  const ids = [...selection.artifacts.value.map(each => each.id), null]
  return fixes.toSorted((one, other) => ids.indexOf(one.artifactId) - ids.indexOf(other.artifactId))[0]
}
