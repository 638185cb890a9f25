import { byData } from '~/ui/elements/data-attributes'
import { authorLabel } from '#shared/text/author-label'
import type { Thread } from '#shared/contract/thread'
import type { CompareMode } from '~/compare/pair'
import { plainText } from '~/comment/plain-text'
import { text } from '~/text/review'
import { focusFirst } from '~/ui/focus/focus-target'
import { excerpt } from '~/ui/page/format'
import { noRange } from '~/video/range'

/** Handles the shortcuts of a review page. `showKeys` opens the list of shortcuts. */
export function useReviewActions(showKeys: () => void): void {
  const toast = usePageToasts()
  const { canAnnotate, canComment } = useReviewAccess()
  const { artifacts, artifact, revisions, revision, arrivedRevision, openArtifact } = useSelection()
  const { thread, threadId } = useThreadSelection()
  const { neighborOf } = useThreadList()
  const { chosen, selectSeveral } = useThreadChoice()
  const { draft, discard: discardDraft } = useDraft()
  const { openReply } = useOpenForms()
  const { setStatus } = useThreadStatus()
  const { decide } = useVerdict()
  const approve = useApproval()
  const deletion = useThreadDeletion()
  const nextReview = useNextReview()
  const compare = useCompare()
  const contactSheet = useContactSheet()
  const video = useVideoTime()
  const layout = useReviewLayout()
  const marksShown = useMarksShown()
  const openComment = useOpenComment()
  const { announce } = useAnnouncements()

  watch(arrivedRevision, now => now && announce(text.opened.arrived(now.index, artifact.value?.title ?? '')))

  function neighbor<T extends { id: string }>(list: T[], current: T | undefined, by: 1 | -1): T | undefined {
    return current && list[list.findIndex(each => each.id === current.id) + by]
  }
  const announceRevision = useRevisionAnnouncement()
  const stepEvidence = (by: 1 | -1) => () => {
    const next = neighbor(artifacts.value, artifact.value, by)
    if (!next) return
    openArtifact(next)
    announce(text.opened.evidence(next.title, artifacts.value.indexOf(next) + 1, artifacts.value.length))
  }
  const stepRevision = (by: 1 | -1) => () => {
    const next = neighbor(revisions.value, revision.value, by)
    if (!next || !artifact.value) return
    // If the shown revision is compared with its predecessor, compares the revision that is opened with its
    // predecessor, too. Otherwise, a step back would only swap the two compared revisions.
    const previous = neighbor(revisions.value, revision.value, -1)
    const isSuccessive = previous !== undefined && compare.partner.value?.revision.id === previous.id
    const beforeNext = neighbor(revisions.value, next, -1)
    openArtifact(artifact.value, next)
    if (isSuccessive && beforeNext) compare.compareWith({ artifact: artifact.value, revision: beforeNext })
    announceRevision()
  }
  const stepComment = (by: 1 | -1) => () => {
    const next = neighborOf(thread.value, by)
    if (!next) return
    // If nothing has the focus, a comment of the list gets it first, so that the focus then moves to the
    // opened comment.
    if (document.activeElement === document.body)
      focusFirst([`${byData('comments')} ${byData('thread')} button`])
    openComment(next)
    announceComment(next)
  }
  function announceComment({ number, comments, comment }: Thread) {
    announce(text.opened.comment(number, authorLabel(comments[0]?.author), excerpt(plainText(comment))))
  }
  /**
   * Resolves or reopens the selected comment, and announces the comment that is selected afterwards to screen
   * readers.
   */
  async function changeStatus(of: Thread) {
    await setStatus(of, of.status === 'resolved' ? 'open' : 'resolved')
    if (thread.value && thread.value.threadId !== of.threadId) announceComment(thread.value)
  }
  /** Explains in a toast why a view is not possible for the evidence on the stage. */
  function explain(reason: { title: string; description: string }) {
    const id = artifact.value?.id
    toast.add(reason, () => artifact.value?.id === id)
  }
  const openMode = (mode: CompareMode) => () => {
    if (!compare.modes.value.includes(mode))
      return explain({ title: text.actions.noDifference, description: text.actions.otherModes })
    if (compare.canCompare.value) return compare.openView(mode)
    explain({
      title: text.actions.nothingToCompare,
      description: text.actions.addToCompare(artifact.value?.kind ?? 'image'),
    })
  }
  function toggleSheet() {
    if (contactSheet.sheets.value.length > 0) return contactSheet.toggleSheet()
    explain({ title: text.actions.nothingForSheet, description: text.actions.addForSheet })
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
    'compare-side-by-side': openMode('side-by-side'),
    'compare-swipe': openMode('swipe'),
    'compare-onion-skin': openMode('onion-skin'),
    'compare-difference': openMode('difference'),
    'contact-sheet': toggleSheet,
    'next-evidence': stepEvidence(1),
    'previous-evidence': stepEvidence(-1),
    'next-revision': stepRevision(1),
    'previous-revision': stepRevision(-1),
    'next-comment': stepComment(1),
    'previous-comment': stepComment(-1),
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
      'resolve': () => {
        if (thread.value) void changeStatus(thread.value)
      },
      'verify': () => void decide('verified'),
      'request-changes': () => void decide('changes_requested'),
      'approve': () => {
        if (artifact.value) void approve(artifact.value, artifact.value.approval === null)
      },
      'next-review': () => void nextReview(),
    }),
  })
}
