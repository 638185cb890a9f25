import { text as texts } from '~/text/review'
import { isShowable } from '~/evidence/earlier-picture'
import type { Artifact, Revision } from '#shared/contract/artifact'
import { toastButton } from './toast-button'

/** The maximum number of toasts at a time. If more evidence arrives, a single toast is about all of it. */
const MAX_TOASTS = 3
/**
 * Milliseconds: a toast is shown so long that the person can finish the current action before pressing its
 * button.
 */
const DURATION_MS = 12_000
/** The whole image, in fractions of it. */
const WHOLE = { x: 0, y: 0, width: 1, height: 1 }

/** Shows toasts when new evidence or new revisions of other people or agents arrive. */
export function useArrivalToasts(): void {
  const toast = usePageToasts()
  const { payload, completedArtifacts } = useReviewSource()
  const { ownRevisionIds } = useReadState()
  const { artifact: shown, revision: shownRevision, openArtifact, openThread } = useSelection()
  const { compareAt } = useCompare()

  /**
   * Returns the revision with which a new revision is compared: the revision on the stage, or else the
   * previous revision.
   */
  function comparedWith({ id, revisions }: Artifact, { index }: Revision) {
    const earlier = revisions.filter(each => isShowable(each) && each.index < index)
    const onStage = earlier.find(each => each.id === shownRevision.value?.id)
    return shown.value?.id === id && onStage ? onStage : earlier.at(-1)
  }
  const summaryOf = ({ roundId }: Revision) =>
    payload.value?.rounds.find(each => each.id === roundId)?.summary ?? ''

  function showArrival(artifact: Artifact) {
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
        toastButton(revision.index === 1 ? texts.arrivals.view : texts.arrivals.see(revision.index), () => {
          openThread(undefined)
          openArtifact(artifact, revision)
        }),
        ...(before
          ? [
              toastButton(texts.arrivals.compare(before.index), () => {
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

  function showArrivals(now: Artifact[], before: Artifact[]) {
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
    all.filter(each => each.id === shown.value?.id).forEach(showArrival)
    const arrived = all.filter(each => each.id !== shown.value?.id)
    if (arrived.length <= MAX_TOASTS) return arrived.forEach(showArrival)
    toast.add(
      {
        icon: 'i-lucide-image-up',
        title: texts.arrivals.several(arrived.length),
        description: texts.arrivals.marked,
      },
      () => arrived.some(isCurrent),
    )
  }

  onMounted(() => {
    watch(completedArtifacts, showArrivals)
  })
}
