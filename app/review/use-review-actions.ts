import type { provideReview } from '~/review/use-review'
import type { CompareView } from '~/compare/pair'

/** What the keyboard does on the review page, with failures told. */
export function useReviewActions(review: ReturnType<typeof provideReview>, help: () => void) {
  const toast = useToast()
  const { canAnnotate, artifacts, artifact, revisions, revision, thread, threadId, draft, openArtifact } =
    review
  const { setThread, decide } = useUndoableActions(review)
  const deleting = useThreadDeletion(review)
  const nextReview = useNextReview(review)

  const beside = <T>(list: T[], current: T | undefined, by: number) => list[list.indexOf(current as T) + by]
  const evidence = (by: number) => () => openArtifact(beside(artifacts.value, artifact.value, by))
  const revise = (by: number) => () => {
    const to = beside(revisions.value, revision.value, by)
    if (to) openArtifact(artifact.value, to)
  }

  const compare = useCompare(review)
  const compareBy = (view: CompareView) => () => {
    if (view === 'variations' ? compare.canBoard.value : compare.canCompare.value) compare.toggle(view)
    else
      toast.add({
        title: 'Nothing to compare with yet',
        description:
          view === 'variations'
            ? 'It takes a second piece of evidence in the same variation group.'
            : 'It takes a second revision of this picture, or a variation.',
      })
  }

  useShortcuts({
    'compare-side-by-side': compareBy('side-by-side'),
    'compare-swipe': compareBy('swipe'),
    'compare-onion-skin': compareBy('onion-skin'),
    'compare-difference': compareBy('difference'),
    'variation-board': compareBy('variations'),
    'next-evidence': evidence(1),
    'previous-evidence': evidence(-1),
    'next-revision': revise(1),
    'previous-revision': revise(-1),
    'shortcuts': help,
    // Here, and not where a stage listens: it leaves what is still on its way too.
    'escape': () => {
      if (compare.view.value) return compare.leave()
      draft.value = null
      threadId.value = undefined
    },
    ...(canAnnotate && {
      'resolve': () => {
        const of = thread.value
        if (of) void setThread(of, of.status === 'resolved' ? 'open' : 'resolved')
      },
      'verify': () => void decide('verified'),
      'request-changes': () => void decide('changes_requested'),
      'comment': () => document.querySelector<HTMLTextAreaElement>('[data-composer]')?.focus(),
      'delete-note': () => {
        if (thread.value) deleting.ask(thread.value)
      },
      'inbox': () => void navigateTo('/'),
      'next-review': () => void nextReview(),
    }),
  })
}
