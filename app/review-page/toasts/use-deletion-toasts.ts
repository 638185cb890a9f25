import { text as texts } from '~/text/review'
import { copyToClipboard } from '~/ui/elements/use-copy'
import { draftName } from '~/comment/draft-names'
import { readDraftText } from '~/ui/page/use-draft-text'
import type { Artifact } from '#shared/contract/artifact'
import type { Thread } from '#shared/contract/thread'
import { toastButton } from './toast-button'

/** Milliseconds: a toast that has the only copy of a text is shown for a long time. */
const DURATION_MS = 120_000

/**
 * Shows toasts when other people or agents delete something: the evidence on the stage, or a thread to which
 * the person is writing a reply.
 */
export function useDeletionToasts(): void {
  const toast = usePageToasts()
  const { id: reviewId, payload, completedArtifacts, threads } = useReviewSource()
  const { artifact: shown } = useSelection()
  const { draft, close: closeDraft } = useDraft()
  const { openReplyIds } = useOpenForms()

  function offerLostReplies(now: Thread[], before: Thread[]) {
    const replies = before
      .map(each => each.threadId)
      .filter(id => openReplyIds.value.has(id) && !now.some(each => each.threadId === id))
      .map(id => readDraftText(`reply:${id}`))
      .filter(text => text !== '')
    for (const text of replies)
      offerLostText(texts.arrivals.deleted, text, texts.arrivals.reply(text), texts.arrivals.copyReply)
  }

  /**
   * Shows a toast about a deletion. The toast offers to copy the text that the person was writing about the
   * deleted object.
   */
  function offerLostText(title: string, text: string, description: string, copyLabel: string) {
    toast.add({
      title,
      description,
      color: 'error',
      duration: DURATION_MS,
      actions: [toastButton(copyLabel, () => void copyToClipboard(text))],
    })
  }

  function showDeletion(before: Artifact | undefined) {
    if (!before || completedArtifacts.value.some(each => each.id === before.id)) return
    const title = texts.arrivals.evidenceDeleted(before.title)
    const open = draft.value?.artifactId === before.id ? draft.value : null
    const text = open ? readDraftText(draftName(reviewId, open)) : ''
    // Closes the form of the comment, which would otherwise be shown over other evidence.
    if (open) closeDraft(open)
    // Shows no toast if the whole review was deleted, because the page shows this.
    if (text === '') return void (payload.value && toast.add({ title }))
    offerLostText(title, text, texts.arrivals.comment(text), texts.arrivals.copyComment)
  }

  onMounted(() => {
    watch(threads, offerLostReplies)
    watch(shown, (_, before) => showDeletion(before))
  })
}
