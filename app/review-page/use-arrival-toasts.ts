import { text as texts } from '~/text/review'
import { copyToClipboard } from '~/ui/elements/use-copy'
import { draftName } from '~/comment/use-draft-recovery'
import { readDraftText } from '~/ui/page/use-draft-text'
import { isShowable } from '~/evidence/earlier-picture'
import type { Artifact, Revision } from '#shared/contract/artifact'
import type { Thread } from '#shared/contract/thread'

/** The maximum number of toasts at a time. If more evidence arrives, a single toast announces all of it. */
const MAX_TOASTS = 3
/**
 * Milliseconds: a toast is shown so long that the person can finish the current action before pressing its
 * button.
 */
const DURATION_MS = 12_000
/** The whole image, in fractions of it. */
const WHOLE = { x: 0, y: 0, width: 1, height: 1 }

/**
 * Shows toasts when other people or agents change the review: when new evidence or a new revision arrives,
 * when the evidence on the stage is deleted, and when a thread is deleted while the person is writing a reply
 * to it.
 */
export function useArrivalToasts(): void {
  const toast = usePageToasts()
  const { id: reviewId, payload, completedArtifacts, threads } = useReviewSource()
  const { ownRevisionIds } = useReadState()
  const { artifact: shown, revision: shownRevision, openArtifact, openThread } = useSelection()
  const { compareAt } = useCompare()
  const { draft, close: closeDraft } = useDraft()
  const { openReplyIds } = useOpenForms()

  const button = (label: string, onClick: () => void) =>
    ({ label, color: 'neutral', variant: 'outline', onClick }) as const
  /** Returns the revision that a new one is compared with: the one on the stage, or else the previous. */
  function comparedWith({ id, revisions }: Artifact, { index }: Revision) {
    const earlier = revisions.filter(each => isShowable(each) && each.index < index)
    const onStage = earlier.find(each => each.id === shownRevision.value?.id)
    return shown.value?.id === id && onStage ? onStage : earlier.at(-1)
  }
  const summaryOf = ({ roundId }: Revision) =>
    payload.value?.rounds.find(each => each.id === roundId)?.summary ?? ''

  function announce(artifact: Artifact) {
    const revision = artifact.currentRevision
    if (!revision) return
    const before = comparedWith(artifact, revision)
    const arrival: Parameters<typeof toast.add>[0] = {
      id: `arrival-${revision.id}`,
      duration: DURATION_MS,
      icon: 'i-lucide-image-up',
      title: revision.index === 1 ? texts.arrivals.evidence : texts.arrivals.revision(revision.index),
      description: [artifact.title, summaryOf(revision)].filter(Boolean).join(' · '),
      actions: [
        button(revision.index === 1 ? texts.arrivals.view : texts.arrivals.see(revision.index), () => {
          openThread(undefined)
          openArtifact(artifact, revision)
        }),
        ...(before
          ? [
              button(texts.arrivals.compare(before.index), () => {
                openThread(undefined)
                compareAt({ artifact, revision }, before, WHOLE)
              }),
            ]
          : []),
      ],
    }
    toast.add(arrival, () => isCurrent(artifact) && shownRevision.value?.id !== revision.id)
  }
  /** Whether the given revision is still the latest one of the artifact. */
  const isCurrent = ({ id, currentRevision }: Artifact) =>
    completedArtifacts.value.some(each => each.id === id && each.currentRevision?.id === currentRevision?.id)

  function announceArrivals(now: Artifact[], before: Artifact[]) {
    // The first evidence of a review is not announced, because the page shows it immediately.
    if (before.length === 0) return
    const known = new Set([
      ...ownRevisionIds.value,
      ...before.flatMap(each => each.revisions.filter(one => one.completedAt).map(one => one.id)),
    ])
    const all = now.filter(
      ({ currentRevision: latest }) =>
        latest && !known.has(latest.id) && latest.id !== shownRevision.value?.id,
    )
    // The evidence on the stage has a toast of its own, also if other evidence arrives with it.
    all.filter(each => each.id === shown.value?.id).forEach(announce)
    const arrived = all.filter(each => each.id !== shown.value?.id)
    if (arrived.length <= MAX_TOASTS) return arrived.forEach(announce)
    toast.add(
      {
        icon: 'i-lucide-image-up',
        title: texts.arrivals.several(arrived.length),
        description: texts.arrivals.marked,
      },
      () => arrived.some(isCurrent),
    )
  }

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
      duration: 10 * DURATION_MS,
      actions: [button(copyLabel, () => void copyToClipboard(text))],
    })
  }

  function announceDeletion(before: Artifact | undefined) {
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
    watch(completedArtifacts, announceArrivals)
    watch(shown, (_, before) => announceDeletion(before))
  })
}
