import type { ReviewState } from '~/review-state/provide-review-state'

/**
 * Shows the artifact (`art_…`) or the thread (`thr_…`) with an id from the URL. Shows the first artifact if
 * the id is missing or unknown.
 */
export function openTarget(
  { source, selection }: Pick<ReviewState, 'source' | 'selection'>,
  id: string | null,
): void {
  const thread = source.threads.value.find(each => each.threadId === id)
  if (thread) return selection.openThread(thread)
  const artifact = source.completedArtifacts.value.find(each => each.id === id)
  selection.openArtifact(artifact ?? selection.artifacts.value[0])
}
