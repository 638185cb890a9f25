import type { Thread } from '#shared/contract/thread'
import { text } from '~/text/thread'
import { common } from '~/text/common'

/**
 * Returns a function that shows a toast about a comment that was sent while other evidence was open. Its
 * button shows the comment. The function returns whether it has shown the toast.
 */
export function useSentElsewhere(): (sent: Thread) => boolean {
  const toast = usePageToasts()
  const { artifact, artifacts, openThread } = useSelection()
  const { threads } = useReviewSource()
  return sent => {
    if (sent.artifactId === null || sent.artifactId === artifact.value?.id) return false
    const now = () => threads.value.find(each => each.threadId === sent.threadId)
    toast.add(
      {
        color: 'neutral',
        title: text.form.sent(sent.number),
        description: artifacts.value.find(each => each.id === sent.artifactId)?.title,
        actions: [{ label: common.show, onClick: () => openThread(now()) }],
      },
      () => now() !== undefined && artifact.value?.id !== sent.artifactId,
    )
    return true
  }
}
