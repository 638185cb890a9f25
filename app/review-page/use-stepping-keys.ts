import type { Thread } from '#shared/contract/thread'
import { authorLabel } from '#shared/text/author-label'
import { plainText } from '~/comment/plain-text'
import { text } from '~/text/review'
import { byData } from '~/ui/elements/data-attributes'
import { focusFirst } from '~/ui/focus/focus-target'
import { excerpt } from '~/ui/page/format'

/**
 * The keys that open the next or previous evidence, revision or comment. Screen readers announce the opened
 * item.
 */
export function useSteppingKeys() {
  const { artifacts, artifact, revisions, revision, openArtifact } = useSelection()
  const { thread } = useThreadSelection()
  const { neighborOf } = useThreadList()
  const compare = useCompare()
  const openComment = useOpenComment()
  const { announce } = useAnnouncements()
  const announceRevision = useRevisionAnnouncement()

  function neighbor<T extends { id: string }>(list: T[], current: T | undefined, by: 1 | -1): T | undefined {
    return current && list[list.findIndex(each => each.id === current.id) + by]
  }
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

  useShortcuts({
    'next-evidence': stepEvidence(1),
    'previous-evidence': stepEvidence(-1),
    'next-revision': stepRevision(1),
    'previous-revision': stepRevision(-1),
    'next-comment': stepComment(1),
    'previous-comment': stepComment(-1),
  })
  return { announceComment }
}
