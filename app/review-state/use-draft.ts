import { limits } from '#shared/contract/kit/limits'
import { pageStore } from '~/ui/page/page-store'
import type { Shape } from '#shared/contract/geometry'
import type { ComputedRef, ShallowRef } from 'vue'

/** The position of a comment that is being written: its revision, shapes and video time. */
export interface Draft {
  artifactId: string
  revisionId: string
  shape: Shape | null
  /**
   * Whether the draft has no shape, but its form is next to the image or video. The text of such a draft
   * belongs to this revision, unlike a text that is written below the conversation.
   */
  hasOwnForm?: boolean
  /** Further shapes of the same comment. */
  more?: readonly Shape[]
  /** The position in a video in milliseconds; null for an image or a whole video. */
  timestampMs: number | null
  /** The end of a range that begins at `timestampMs`, in milliseconds. */
  endMs?: number
  /**
   * The video time of the frame on which the shape was drawn, in milliseconds. Without `frameMs`, the shape
   * was drawn at `timestampMs`.
   */
  frameMs?: number
  /**
   * Whether the draft was restored from this device. The text field of a restored draft does not take the
   * focus.
   */
  restored?: boolean
  /**
   * A number that distinguishes drafts on the same artifact: it is part of the name under which the text is
   * stored. 0 by default.
   */
  slot?: number
}

/**
 * The comment that is being written on the stage. Its text is stored on the device, see `use-draft-text.ts`.
 */
export interface DraftStore {
  /** The comment whose form is open on the stage. */
  readonly draft: Readonly<ShallowRef<Draft | null>>
  /**
   * Earlier comments that are being sent or wait to be sent again, while the form of another comment is open.
   */
  readonly sendingDrafts: Readonly<ShallowRef<readonly Draft[]>>
  /** Whether the open comment is being sent or waits to be sent again. Its shapes cannot be changed then. */
  readonly isSending: ComputedRef<boolean>
  /**
   * Opens the form of a comment on the stage. If another draft is open, the new draft replaces that draft and
   * takes over its text. If the other draft is being sent, both forms stay open.
   */
  open: (draft: Draft) => void
  /** Records whether a comment is being sent or waits to be sent again. */
  setSending: (draft: Draft, isSending: boolean) => void
  /**
   * Adds a shape to the open comment. Returns whether it was added: only if the comment has a shape on this
   * revision, is not being sent, and has fewer than the maximum number of shapes.
   */
  addShape: (revisionId: string, shape: Shape) => boolean
  /**
   * Removes one of several shapes from the open comment, unless the comment is being sent. `index`: 0 for the
   * first shape.
   */
  removeShape: (index: number) => void
  /** Changes a shape of the open comment, unless the comment is being sent. `index`: 0 for the first. */
  changeShape: (index: number, shape: Shape) => void
  /**
   * Closes all forms; their texts stay stored. With `of`, closes only the form of this draft, and shows the
   * latest of `sendingDrafts` again.
   */
  close: (of?: Draft) => void
  /**
   * Discards the open comment in the same way as its form does; a toast offers to undo this. Returns
   * whether a form was open.
   */
  discard: () => boolean
  /** Registers, for a mounted form, the function that discards the form's draft. `of` returns this draft. */
  onDiscard: (of: () => Draft | null, discard: () => void) => void
  /**
   * Closes the form of a comment that was sent. Returns whether the form of another comment was opened since.
   */
  closeSent: (of: Draft) => boolean
}

const store = pageStore<DraftStore>('draft')

/** The comment that is being written on the stage of the page. */
export function useDraft(): DraftStore {
  return store.use()
}

/** Returns the lowest slot that none of these drafts uses. */
function freeSlot(taken: readonly Draft[]): number {
  const slots = new Set(taken.map(each => each.slot ?? 0))
  let slot = 0
  while (slots.has(slot)) slot += 1
  return slot
}

/** Shares the comment that is being written with the page's components. */
export function provideDraft(): DraftStore {
  const draft = shallowRef<Draft | null>(null)
  const sendingDrafts = shallowRef<readonly Draft[]>([])
  const sending = shallowReactive(new Set<Draft>())
  const isSending = computed(() => draft.value !== null && sending.has(draft.value))
  const forms = new Set<{ of: () => Draft | null; discard: () => void }>()

  function close(of?: Draft) {
    const remaining = of === undefined ? [] : sendingDrafts.value.filter(each => each !== of)
    if (of !== undefined && of !== draft.value) {
      sendingDrafts.value = remaining
      return
    }
    draft.value = remaining.at(-1) ?? null
    sendingDrafts.value = remaining.slice(0, -1)
  }

  return store.provide({
    draft,
    sendingDrafts,
    isSending,
    open(opened) {
      const before = draft.value
      const isSent = isSending.value
      if (before && isSent) sendingDrafts.value = [...sendingDrafts.value, before]
      const slot = opened.slot ?? (isSent ? freeSlot(sendingDrafts.value) : before?.slot)
      draft.value = slot ? { ...opened, slot } : opened
    },
    setSending(of, isUnderway) {
      if (isUnderway) sending.add(of)
      else sending.delete(of)
    },
    addShape(revisionId, shape) {
      const open = draft.value
      if (isSending.value || !open?.shape || open.revisionId !== revisionId) return false
      const { more = [] } = open
      if (more.length >= limits.furtherShapes) return false
      draft.value = { ...open, more: [...more, shape] }
      return true
    },
    removeShape(index) {
      const open = draft.value
      if (!open?.shape || !open.more?.length || isSending.value) return
      const [shape = open.shape, ...more] = [open.shape, ...open.more].toSpliced(index, 1)
      draft.value = { ...open, shape, more }
    },
    changeShape(index, changed) {
      const open = draft.value
      if (!open?.shape || isSending.value) return
      const [shape = open.shape, ...more] = [open.shape, ...(open.more ?? [])].with(index, changed)
      draft.value = { ...open, shape, ...(open.more && { more }) }
    },
    close,
    discard() {
      const open = draft.value
      if (!open) return false
      const form = [...forms].find(each => each.of() === open)
      if (form) form.discard()
      else close(open)
      return true
    },
    onDiscard(of, discard) {
      const form = { of, discard }
      forms.add(form)
      onScopeDispose(() => forms.delete(form))
    },
    closeSent(of) {
      const isNextOpen = sendingDrafts.value.includes(of)
      close(of)
      return isNextOpen
    },
  })
}
