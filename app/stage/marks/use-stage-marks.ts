import { isTouch } from '~/ui/elements/is-touch'
import { isHandheld } from '~/ui/elements/use-media-query'
import { limits } from '#shared/contract/kit/limits'
import { byData, byDataValue } from '~/ui/elements/data-attributes'
import { toNormalized, type ScreenPoint } from '#shared/annotation/projection'
import { hasExtent } from '#shared/annotation/shapes'
import type { ToolName } from '~/annotation/tools'
import { grabbedDraft } from '~/annotation/tools/grabbing'
import type { Shape } from '#shared/contract/geometry'
import type { Artifact, Revision } from '#shared/contract/artifact'
import type { Thread } from '#shared/contract/thread'
import { draftName } from '~/comment/use-draft-recovery'
import type { Draft } from '~/review-state/use-draft'
import { text } from '~/text/stage'
import { hasDraft } from '~/ui/page/use-draft-text'
import type { PendingMark } from '~/conversation/use-pending'
import { boxOfDraft } from './draft-shapes'
import { plain, type DrawnMark } from './drawn-mark'
import { marksOf, parseMarkId } from './thread-marks'
import type { SpaceKey } from '../space-key'
import type { ToolViewport } from '../use-viewport'

interface StageMarksOptions {
  /** The artifact of the image or frame. By default, it is the one on the stage. */
  artifact?: () => Artifact | undefined
  revision: () => Revision | undefined
  viewport: ToolViewport
  /** The element that receives the pointer and key events for the tools. Enter draws on it from anywhere. */
  host?: Readonly<Ref<HTMLElement | null>>
  /** The threads whose marks are drawn, in the order of drawing. */
  threads: () => readonly Thread[]
  /** Returns where a shape is drawn; null if it is not drawn. By default, it is drawn where it was stored. */
  placeOf?: (shape: Shape) => Shape | null
  /** The marks of comments that are not sent yet. */
  pending?: () => readonly PendingMark[]
  /** The outlined shape, which a click draws; null if there is none. */
  element?: () => Shape | null
  /** The video time or range that a new mark belongs to. */
  time?: () => Pick<Draft, 'timestampMs' | 'endMs' | 'frameMs'>
  /** Returns the tool that a gesture uses while a tool is selected; see {@link useAnnotationTools}. */
  toolFor?: (selected: ToolName) => ToolName
  /** The Space key, if several stages share it. */
  space?: SpaceKey
  /** Whether a finger that swipes opens other evidence. */
  swipes?: boolean
  /** Called before a shape begins a comment. */
  onDraft?: () => void
  /**
   * Called when a person clicks outside of all marks with the tool Select. Without this function, the click
   * begins a comment at that point.
   */
  onClick?: () => void
  /** Called when a tap was the first of a double tap, so that it has no effect. */
  onDoubleTap?: () => void
  /** Called when the selection is cleared. */
  onClear?: () => void
}

/**
 * The marks of comments on an image or frame: the shapes to draw, and the tools that draw, select and move
 * marks.
 */
export function useStageMarks({
  artifact: artifactOf,
  revision,
  viewport,
  host,
  threads: markedThreads,
  placeOf = shape => shape,
  pending = () => [],
  element = () => null,
  time = () => ({ timestampMs: null }),
  toolFor,
  space,
  swipes = true,
  onDraft,
  onClick,
  onDoubleTap,
  onClear,
}: StageMarksOptions) {
  const { id: reviewId, threads } = useReviewSource()
  const { canAnnotate, canComment } = useReviewAccess()
  const { artifact, openThread } = useSelection()
  const { threadId, hoveredId } = useThreadSelection()
  const { draft, isSending, addShape, ...forms } = useDraft()
  const { open: reopenDraft, close: closeDraft, discard: discardDraft } = forms
  const { editedId } = useOpenForms()
  const shortcuts = useActiveShortcuts()
  const toast = usePageToasts()
  const deletion = useThreadDeletion()
  const openDraft = useNewDraft()
  const { shapesNow, edit } = useAnnotationEdits()
  const { view } = viewport
  const marksShown = useMarksShown()
  const byId = (markId: string) => threads.value.find(each => each.threadId === parseMarkId(markId).threadId)
  /**
   * The id of the mark that was selected last. If it belongs to the selected comment, it is the selected
   * mark.
   */
  const chosenId = ref<string>()
  const selectedMarkId = computed(() =>
    chosenId.value !== undefined && parseMarkId(chosenId.value).threadId === threadId.value
      ? chosenId.value
      : threadId.value,
  )

  /** The marks as they are without the gesture in progress. */
  const stored = computed(() =>
    (marksShown.value ? markedThreads() : []).flatMap(each =>
      marksOf(each, shapesNow(each)).flatMap(mark => {
        const shape = placeOf(mark.shape)
        if (shape === null) return []
        return {
          ...mark,
          shape,
          // A shape that is drawn elsewhere would be stored at the wrong place.
          editable: shape === mark.shape && canAnnotate && deletion.isOwn(each),
          edited: editedId.value !== undefined && each.comments[0]?.id === editedId.value,
        }
      }),
    ),
  )

  const drafts = useDraftMarks({ revision, time, element, preview: () => preview.value })
  const all = computed(() => [...stored.value, ...drafts.marks.value])
  function openOn(shape: Shape) {
    if (onClick && tool.value === 'select' && !hasExtent(shape)) return onClick()
    const [commented, shown] = [artifactOf?.() ?? artifact.value, revision()]
    if (!commented || !shown) return
    if (drafts.belongsToDraft(shape)) {
      if (!addShape(shown.id, shape)) toast.add({ title: text.draft.full(limits.furtherShapes + 1) })
      return
    }
    onDraft?.()
    openDraft({ artifactId: commented.id, revisionId: shown.id, shape, ...time() })
  }
  function selectMark(id: string | null) {
    if (id === null ? discardDraft() : drafts.choose(id)) return
    closeDraft()
    chosenId.value = id ?? undefined
    openThread(id === null ? undefined : byId(id))
    if (id === null) onClear?.()
  }
  /** Returns a function that restores the draft and the selected comment as they are now, after a tap. */
  function rememberDraft() {
    const [before, wasSending, selected] = [draft.value, isSending.value, threadId.value]
    return () => {
      const now = draft.value
      onDoubleTap?.()
      if (now === before && threadId.value === selected) return
      // Without a focused field, the stage takes the focus without a ring.
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
      if (before && !wasSending) reopenDraft(before)
      else if (now) closeDraft(now)
      if (threadId.value !== selected) openThread(selected === undefined ? undefined : byId(selected))
    }
  }
  /** Opens the next or previous evidence, unless the person is writing. */
  function swipe(towards: 'left' | 'right') {
    const fields = document.querySelectorAll<HTMLTextAreaElement>(`${byData('comment-form')} textarea`)
    if ([...fields].some(each => each.value.trim() !== '')) return
    const isRtl = document.documentElement.dir === 'rtl'
    shortcuts.call((towards === 'left') === isRtl ? 'previous-evidence' : 'next-evidence')
  }
  const { tool, listeners, preview, placing, cursor, holdSpace } = useAnnotationTools({
    viewport,
    marks: () => all.value,
    selectedId: () => selectedMarkId.value ?? null,
    canDraw: canComment.value,
    element,
    toolFor,
    space,
    draft: openOn,
    select: selectMark,
    leave() {
      // A click next to the image is easily made by mistake, so it discards no text.
      const isWritten = draft.value && hasDraft(draftName(reviewId, draft.value))
      if (!isWritten) selectMark(null)
    },
    edit(id, shape) {
      if (!drafts.change(id, shape)) edit(id, shape)
    },
    remove: id => {
      const found = byId(id)
      if (found) deletion.request(found)
    },
    hover: id => {
      hoveredId.value = id && parseMarkId(id).threadId
    },
    beforeTap: rememberDraft,
    swipe: swipes ? swipe : undefined,
  })
  usePlacingAnnouncement(placing)
  if (canComment.value && host)
    useShortcuts({
      // Moves the focus to the stage, so that the stage handles the next keys.
      'place-mark': event => {
        if (tool.value === 'select' || tool.value === 'pan') return
        host.value?.focus({ preventScroll: true })
        listeners.keydown(event)
      },
    })
  /** The marks, including the change by the current gesture. */
  const previewed = computed(() =>
    stored.value.map(each =>
      preview.value?.id === each.id ? { ...each, shape: preview.value.shape } : each,
    ),
  )
  const outlined = computed(() => element())
  const saved = computed<DrawnMark[]>(() => [
    ...previewed.value.flatMap(({ id, thread, shape, editable, edited }) =>
      hasExtent(shape)
        ? [
            {
              id,
              shape,
              strong: thread.threadId === threadId.value || thread.threadId === hoveredId.value,
              // Without a pointer over the mark or the focus on its pin, handles would only cover the image.
              // On a touch screen, a mark has handles only while its comment is edited.
              handles:
                editable &&
                id === selectedMarkId.value &&
                (edited || (!isTouch() && thread.threadId === hoveredId.value)),
            },
          ]
        : [],
    ),
    ...(marksShown.value ? pending() : []).flatMap(({ id, commentId, shape }) =>
      hasExtent(shape) ? [{ ...plain, id, shape, strong: commentId === hoveredId.value, pending: true }] : [],
    ),
    ...(outlined.value ? [{ ...plain, id: 'element', shape: outlined.value, strong: true }] : []),
  ])

  const drawn = computed(() => [...saved.value, ...drafts.drawn.value])

  return {
    tool,
    listeners,
    cursor,
    holdSpace,
    /** The marks that have pins. */
    pinned: previewed,
    /** The marks that the canvas draws: the marks of saved comments and of unsent comments. */
    drawn,
    /** Whether there has been a mark to draw. Before the first one, there is no canvas. */
    hasDrawn: computed<boolean>(before => before || drawn.value.length > 0),
    saved,
    drafted: drafts.drawn,
    /** Whether a gesture draws or changes a shape. */
    isDrawing: computed(() => preview.value !== null),
    /** Returns whether a press at a point of the stage changes a shape whose comment is being written. */
    grabsDraft: (at: ScreenPoint): boolean =>
      view.value !== null &&
      grabbedDraft(
        { at: toNormalized(view.value, at), movesInside: tool.value === 'select' },
        { view: view.value, marks: drafts.marks.value },
      ) !== null,
    /**
     * The box around the part that the new comment is about, in CSS pixels of the stage; null if there is no
     * such part. It is also null while a further shape is drawn, so that the form next to the mark does not
     * cover it. On a phone, the form is below the stage: without it, the stage would change its size and end
     * the gesture.
     */
    box: computed(() =>
      view.value && (!preview.value || isHandheld())
        ? boxOfDraft(draft.value, revision()?.id, view.value)
        : null,
    ),
    /**
     * Moves the focus from the closed form to the comment's mark, or to the stage if there is no mark. On a
     * video, the focus always moves to the stage, because the arrow keys step through its frames there; on a
     * mark, they would move the mark.
     */
    async takeFocus() {
      await nextTick()
      const mark = onClick
        ? undefined
        : host?.value?.querySelector<HTMLElement>(byDataValue('mark', threadId.value ?? ''))
      ;(mark ?? host?.value)?.focus({ preventScroll: true })
    },
  }
}
