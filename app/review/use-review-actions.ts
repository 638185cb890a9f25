import type { CompareView } from '~/compare/pair'

/** Handles the shortcuts of a review page. `showKeys` opens the list of shortcuts. */
export function useReviewActions(showKeys: () => void): void {
  const toast = useToast()
  const { canAnnotate } = useReviewSource()
  const { artifacts, artifact, revisions, revision, thread, threadId, openArtifact } = useSelection()
  const { close: closeDraft } = useDraft()
  const { setStatus, decide } = useUndoableActions()
  const deletion = useThreadDeletion()
  const nextReview = useNextReview()
  const compare = useCompare()

  function neighbor<T extends { id: string }>(list: T[], current: T | undefined, by: 1 | -1): T | undefined {
    return current && list[list.findIndex(each => each.id === current.id) + by]
  }
  const stepEvidence = (by: 1 | -1) => () => openArtifact(neighbor(artifacts.value, artifact.value, by))
  const stepRevision = (by: 1 | -1) => () => {
    const next = neighbor(revisions.value, revision.value, by)
    if (next) openArtifact(artifact.value, next)
  }
  const toggleView = (view: CompareView) => () => {
    if (view === 'variations' ? compare.canBoard.value : compare.canCompare.value) return compare.toggle(view)
    toast.add({
      title: 'Nothing to compare with yet',
      description:
        view === 'variations'
          ? 'Add a second artifact to the same variation group.'
          : 'Add a second revision of this image, or a variation of it.',
    })
  }

  useShortcuts({
    'compare-side-by-side': toggleView('side-by-side'),
    'compare-swipe': toggleView('swipe'),
    'compare-onion-skin': toggleView('onion-skin'),
    'compare-difference': toggleView('difference'),
    'variation-board': toggleView('variations'),
    'next-evidence': stepEvidence(1),
    'previous-evidence': stepEvidence(-1),
    'next-revision': stepRevision(1),
    'previous-revision': stepRevision(-1),
    'shortcuts': showKeys,
    // Handled here and not by a stage, so that it also closes a comparison that is still loading.
    'escape': () => {
      if (compare.view.value) return compare.leave()
      closeDraft()
      threadId.value = undefined
    },
    ...(canAnnotate && {
      'resolve': () => {
        if (thread.value)
          void setStatus(thread.value, thread.value.status === 'resolved' ? 'open' : 'resolved')
      },
      'verify': () => void decide('verified'),
      'request-changes': () => void decide('changes_requested'),
      'comment': () => document.querySelector<HTMLTextAreaElement>('[data-composer]')?.focus(),
      'delete-comment': () => {
        if (thread.value) deletion.request(thread.value)
      },
      'inbox': () => void navigateTo('/'),
      'next-review': () => void nextReview(),
    }),
  })
}
