import type { ReactionEmoji } from '#shared/contract/reaction'
import type { Comment, Thread } from '#shared/contract/thread'
import type { ComputedRef } from 'vue'
import { hasReacted, withReaction } from './reactions'
import { latestEdit } from '~/ui/network/latest-edit'
import { errorMessage } from '~/ui/network/error-message'
import { text } from '~/text/thread'

/** The reactions of the person to one comment. */
export interface OwnReactions {
  /** Whether the person may react to comments. Visitors of share links and guests may not. */
  readonly canReact: ComputedRef<boolean>
  /** Returns whether the person has reacted with an emoji. */
  isOwn: (emoji: ReactionEmoji) => boolean
  /**
   * Adds a reaction of the person, or removes it. It is shown at once. If the server rejects it, it is
   * reverted and a toast explains why.
   */
  toggle: (emoji: ReactionEmoji) => void
}

/** The reactions of the person to a comment of a thread of the page. */
export function useReactions(threadId: () => string, comment: () => Comment | undefined): OwnReactions {
  const api = useApi()
  const toast = usePageToasts()
  const { me } = useSession()
  const { canIn } = useWorkspace()
  const { canAnnotate } = useReviewAccess()
  const { payload, threads } = useReviewSource()
  const { put } = useThreadChanges()
  const edits = new Map<ReactionEmoji, (reacted: boolean) => void>()

  const isOwn = (emoji: ReactionEmoji) => hasReacted(comment() ?? {}, emoji, me.value?.user.id)

  function createEdit(emoji: ReactionEmoji, { id }: Comment) {
    const ofThread = threadId()
    let saved = isOwn(emoji)
    let wanted = saved
    /** Changes the current thread, because a refresh may have loaded replies or removed the thread. */
    function show(reacted: boolean) {
      const now = threads.value.find(each => each.threadId === ofThread)
      if (!now || !me.value) return
      const { user } = me.value
      const person = { id: user.id, name: user.name }
      const comments = now.comments.map(each =>
        each.id === id ? withReaction(each, emoji, person, reacted) : each,
      )
      put({ ...now, comments })
    }
    return latestEdit<boolean>({
      show: reacted => {
        wanted = reacted
        show(reacted)
      },
      send: async reacted => {
        await api('PUT /api/comments/{id}/reactions', { params: { id }, body: { emoji, reacted } })
        saved = reacted
        // During the request, the page may have loaded the comment again, as it was before the reaction.
        show(wanted)
      },
      fail: error => {
        show(saved)
        toast.add({
          title: text.reactions.notSaved,
          description: errorMessage(error),
          color: 'error',
        })
      },
      end: () => edits.delete(emoji),
    })
  }

  return {
    canReact: computed(() => canAnnotate && canIn(payload.value?.project.workspaceId, 'react')),
    isOwn,
    toggle(emoji) {
      const reacted = comment()
      if (!reacted) return
      const edit = edits.get(emoji) ?? createEdit(emoji, reacted)
      edits.set(emoji, edit)
      edit(!isOwn(emoji))
    },
  }
}

/**
 * The reactions to the first comment of a thread, and the place where the person can choose one. `written` is
 * the element of the comment without its replies: the choices are shown while it is hovered or has the focus.
 * For a selected thread, they are in the line of the author. For another thread, they are at the end of the
 * text, or below the text if the picture of a fix is there; below other comments, they would cover the next
 * comment. Bind `firstListeners` to `written`.
 */
export function useReactionChoices(
  written: Readonly<Ref<HTMLElement | null>>,
  thread: () => Thread,
  isTouch: () => boolean,
) {
  const { chosen } = useThreadChoice()
  const { threadId } = useThreadSelection()
  const reactions = useReactions(
    () => thread().threadId,
    () => thread().comments[0],
  )
  const { active, listeners } = useHoverOrFocus(written, () => false)
  const choicesAt = computed<'line' | 'end' | 'below' | null>(() => {
    if (!reactions.canReact.value || !active.value || isTouch() || chosen.value) return null
    if (thread().threadId === threadId.value) return 'line'
    return thread().status === 'addressed' ? 'below' : 'end'
  })
  return { reactions, choicesAt, firstListeners: listeners }
}
