import { copyToClipboard } from '~/ui/use-copy'
import { readDraftText } from '~/conversation/use-draft-text'
import type { Artifact } from '#shared/contract/artifact'
import type { Thread } from '#shared/contract/thread'

/** If more evidence arrives at once, one toast announces all of it. */
const MAX_TOASTS = 3
/** Milliseconds: long enough to finish the current action before pressing the toast's button. */
const DURATION_MS = 12_000

/**
 * Shows toasts for the actions of others while the page is open: when evidence arrives, and when a thread is
 * deleted to which the person is writing a reply.
 */
export function useArrivalToasts(): void {
  const toast = useToast()
  const { completedArtifacts, threads, ownRevisionIds } = useReviewSource()
  const { openArtifact, openThread } = useSelection()
  const { openReplyIds } = useDraft()

  function announce(artifact: Artifact) {
    const revision = artifact.currentRevision
    if (!revision) return
    toast.add({
      id: `arrival-${artifact.id}`,
      duration: DURATION_MS,
      icon: 'i-lucide-image-up',
      title: revision.index === 1 ? 'New evidence' : `New revision r${revision.index}`,
      description: artifact.title,
      actions: [
        {
          label: 'View',
          color: 'neutral',
          variant: 'outline',
          onClick: () => {
            openThread(undefined)
            openArtifact(artifact, revision)
          },
        },
      ],
    })
  }

  function announceArrivals(now: Artifact[], before: Artifact[]) {
    // The first evidence of a review is not announced: the page shows it at once.
    if (before.length === 0) return
    const known = new Set([
      ...ownRevisionIds.value,
      ...before.flatMap(each => each.revisions.filter(one => one.completedAt).map(one => one.id)),
    ])
    const arrived = now.filter(each => each.currentRevision && !known.has(each.currentRevision.id))
    if (arrived.length <= MAX_TOASTS) return arrived.forEach(announce)
    toast.add({
      id: 'arrivals',
      icon: 'i-lucide-image-up',
      title: `${arrived.length} new pieces of evidence`,
      description: 'They are marked as new in the list.',
    })
  }

  function offerLostReplies(now: Thread[], before: Thread[]) {
    const replies = before
      .map(each => each.threadId)
      .filter(id => openReplyIds.value.has(id) && !now.some(each => each.threadId === id))
      .map(id => readDraftText(`reply:${id}`))
      .filter(text => text !== '')
    for (const text of replies)
      toast.add({
        title: 'The comment you were replying to was deleted',
        description: `Your reply: ${text}`,
        color: 'error',
        duration: 10 * DURATION_MS,
        actions: [
          {
            label: 'Copy my reply',
            color: 'neutral',
            variant: 'outline',
            onClick: () => void copyToClipboard(text),
          },
        ],
      })
  }

  onMounted(() => {
    watch(threads, offerLostReplies)
    watch(completedArtifacts, announceArrivals)
  })
}
