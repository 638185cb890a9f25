import { pageStore } from '~/ui/page-store'
import type { Shape } from '#shared/contract/geometry'
import type { Ref, ShallowRef } from 'vue'

/** Where a comment that is being written points, before it is sent. */
export interface Draft {
  artifactId: string
  revisionId: string
  shape: Shape | null
  /** Milliseconds into a video. */
  timestampMs: number | null
  /** It was restored from this device: its field does not take the focus. */
  restored?: boolean
}

/** The open forms of a review page. Their texts are stored on the device: see `use-draft-text.ts`. */
export interface DraftStore {
  /** The comment whose box is open on the stage. */
  readonly draft: Readonly<ShallowRef<Draft | null>>
  /** Threads whose reply form is open: they stay listed, even when their status changes. */
  readonly openReplyIds: Readonly<Ref<ReadonlySet<string>>>
  /** Opens the box of a comment on the stage, in place of another. */
  open: (draft: Draft) => void
  /** Closes the box; its text stays stored. With `of`, only if that draft is still the open one. */
  close: (of?: Draft) => void
  openReply: (threadId: string) => void
  closeReply: (threadId: string) => void
}

const store = pageStore<DraftStore>('draft')

/** The open forms of the page. */
export function useDraft(): DraftStore {
  return store.use()
}

/** Shares the open forms with the page's components. */
export function provideDraft(): DraftStore {
  const draft = shallowRef<Draft | null>(null)
  const openReplyIds = ref(new Set<string>())
  return store.provide({
    draft,
    openReplyIds,
    open(opened) {
      draft.value = opened
    },
    close(of) {
      if (of === undefined || of === draft.value) draft.value = null
    },
    openReply: threadId => void openReplyIds.value.add(threadId),
    closeReply: threadId => void openReplyIds.value.delete(threadId),
  })
}
