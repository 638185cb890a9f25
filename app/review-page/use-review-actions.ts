import type { Thread } from '#shared/contract/thread'
import { text } from '~/text/review'
import { byData } from '~/ui/elements/data-attributes'
import { noRange } from '~/video/range'

/** Handles the shortcuts of a review page. `showKeys` opens the list of shortcuts. */
export function useReviewActions(showKeys: () => void): void {
  const { canAnnotate, canComment } = useReviewAccess()
  const { artifact, openThread } = useSelection()
  const { neighborOf } = useThreadList()
  const toast = usePageToasts()
  const { thread, threadId } = useThreadSelection()
  const { chosen, selectSeveral } = useThreadChoice()
  const { draft, discard: discardDraft } = useDraft()
  const { openReply } = useOpenForms()
  const { setStatus } = useThreadStatus()
  const { decide } = useVerdict()
  const approve = useApproval()
  const deletion = useThreadDeletion()
  const nextReview = useNextReview()
  const compare = useCompare()
  const video = useVideoTime()
  const layout = useReviewLayout()
  const marksShown = useMarksShown()
  const { announce } = useAnnouncements()
  const { announceComment } = useSteppingKeys()
  useCompareKeys()

  /**
   * Resolves or reopens the selected comment, and announces the comment that is selected afterwards to screen
   * readers.
   */
  async function changeStatus(of: Thread) {
    await setStatus(of, of.status === 'resolved' ? 'open' : 'resolved')
    if (thread.value && thread.value.threadId !== of.threadId) announceComment(thread.value)
  }
  /**
   * Selects the first fix to check, so that a second press of the key resolves it. If there is none, a toast
   * says what the person can do.
   */
  function selectFix() {
    const fix = neighborOf(undefined, 1, 'addressed')
    if (!fix) return toast.add({ title: text.undo.noneSelected })
    openThread(fix)
    announceComment(fix)
  }
  async function focusComposer() {
    layout.show('talk')
    await nextTick()
    document.querySelector<HTMLTextAreaElement>(byData('composer'))?.focus()
  }

  async function replyToSelected() {
    const id = threadId.value
    if (!id) return
    layout.show('talk')
    openReply(id)
    await nextTick()
    document.querySelector<HTMLElement>(`#${id} textarea`)?.focus()
  }

  function leave() {
    if (compare.view.value) return compare.leave()
    if (chosen.value) return selectSeveral(false)
    if (discardDraft()) return
    threadId.value = undefined
    video.value = { ...video.value, range: noRange }
  }
  useBackButton(() => Boolean(compare.view.value || chosen.value || draft.value), leave)

  useShortcuts({
    'shortcuts': showKeys,
    'toggle-marks': () => {
      // Does nothing in a comparison without a selected comment: a comparison shows only the mark of the
      // selected comment.
      if (compare.mode.value && !thread.value) return
      marksShown.value = !marksShown.value
      announce(marksShown.value ? text.layout.commentsShown : text.layout.commentsHidden)
    },
    'toggle-panels': () => {
      layout.togglePanels()
      const { film, talk } = layout.shown.value
      announce(film || talk ? text.layout.panelsShown : text.layout.panelsHidden)
    },
    'full-screen': () => void layout.toggleFullScreen(),
    // Escape is handled here, and not by a stage, so that it also closes a comparison that is still loading.
    'escape': leave,
    ...(canComment.value && {
      'comment': () => void focusComposer(),
      'reply': () => void replyToSelected(),
      'delete-comment': () => {
        if (thread.value) deletion.request(thread.value)
      },
    }),
    ...(canAnnotate && {
      'resolve': () => void (thread.value ? changeStatus(thread.value) : selectFix()),
      'verify': () => void decide('verified'),
      'request-changes': () => void decide('changes_requested'),
      'approve': () => {
        if (artifact.value) void approve(artifact.value, artifact.value.approval === null)
      },
      'next-review': () => void nextReview(),
    }),
  })
}
