import { copyToClipboard } from '~/ui/use-copy'
import { readDraftText } from '~/conversation/use-draft-text'
import type { provideReview } from '~/review/use-review'
import type { Artifact } from '#shared/contract/artifact'

/** So many arrivals are told one by one. */
const TOLD = 3
/** Long enough to finish what one does, then to reach for it. */
const SHOWN_MS = 12_000

type News = Pick<
  ReturnType<typeof provideReview>,
  'everything' | 'threads' | 'answering' | 'openArtifact' | 'openThread' | 'own'
>

/**
 * Tells of what others do while the page is open: evidence arrives, and waits to be chosen; a note goes while
 * one answers it.
 */
export function useArrivalToasts({ everything, threads, answering, openArtifact, openThread, own }: News) {
  const toast = useToast()

  function tell(artifact: Artifact) {
    const revision = artifact.currentRevision
    if (!revision) return
    toast.add({
      id: `news-${artifact.id}`,
      duration: SHOWN_MS,
      icon: 'i-lucide-image-up',
      title: revision.index === 1 ? 'New evidence' : `r${revision.index} has arrived`,
      description: artifact.title,
      actions: [
        {
          label: 'Show it',
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

  onMounted(() =>
    watch(threads, now => {
      const gone = [...answering.value]
        .filter(id => !now.some(each => each.threadId === id))
        .map(id => readDraftText(`reply:${id}`))
      for (const text of gone.filter(Boolean)) {
        toast.add({
          title: 'The note you were answering was deleted',
          description: `Your reply: ${text}`,
          color: 'error',
          duration: 10 * SHOWN_MS,
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
    }),
  )
  onMounted(() =>
    watch(everything, (now, before) => {
      // The first evidence of a review is what the page was waiting for.
      if (before.length === 0) return
      const known = new Set([
        ...own.value,
        ...before.flatMap(each => each.revisions.filter(one => one.completedAt).map(one => one.id)),
      ])
      const arrived = now.filter(each => each.currentRevision && !known.has(each.currentRevision.id))
      if (arrived.length <= TOLD) return arrived.forEach(tell)
      toast.add({
        id: 'news',
        icon: 'i-lucide-image-up',
        title: `${arrived.length} pieces of evidence have arrived`,
        description: 'They are marked in the list.',
      })
    }),
  )
}
