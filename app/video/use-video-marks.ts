import { byData } from '~/ui/elements/data-attributes'
import { frameTime, isAtMoment } from '~/annotation/time'
import { CLICK_DISTANCE } from '#shared/annotation/shapes'
import type { Revision } from '#shared/contract/artifact'
import { endAt, momentAt, noRange, startAt } from './range'
import type { StageViewport } from '~/stage/use-viewport'
import type { usePlayer } from './use-player'

interface VideoMarksOptions {
  revision: () => Revision
  viewport: StageViewport
  host: Readonly<Ref<HTMLElement | null>>
  player: Pick<ReturnType<typeof usePlayer>, 'state' | 'run' | 'seek' | 'toggle' | 'afterSteps'>
}

/**
 * The marks on the current frame of a video, and the tools for these marks. Pressing the pointer pauses the
 * video, so that a drag draws on this frame. A click with the tool Select plays a paused video. Moving and
 * zooming a video do not pause it. A mark is drawn only at its video time or during its range.
 */
export function useVideoMarks({ revision, viewport, host, player }: VideoMarksOptions) {
  const { state, run, seek, toggle } = player
  const { canComment } = useReviewAccess()
  const { marks } = useConversation()
  const pendingMarks = usePendingMarks(() => revision().id)
  const { draft } = useDraft()
  const video = useVideoTime()
  /** The point at which the pointer was pressed, in CSS pixels of the window. */
  let pressed = { x: 0, y: 0 }
  /** Whether the video played when the pointer was pressed. */
  let wasPlaying = false

  const position = () => Math.round(state.seconds * 1000)
  const clearRange = () => {
    video.value = { ...video.value, range: noRange }
  }
  const setRange = (change: typeof startAt) => () =>
    player.afterSteps(() => {
      video.value = { ...video.value, range: change(video.value.range, position()) }
    })

  const isShown = (at: Parameters<typeof isAtMoment>[0]) => isAtMoment(at, state.seconds * 1000, state.fps)
  const pendingShown = computed(() => pendingMarks.value.filter(isShown))

  const stage = useStageMarks({
    revision,
    viewport,
    threads: () => marks.value.filter(isShown),
    pending: () => pendingShown.value,
    time: () => ({ ...momentAt(video.value.range, position()), frameMs: position() }),
    onClick: () => {
      if (!wasPlaying) run(state.chosen)
    },
    onDoubleTap: () => {
      if (stage.tool.value !== 'pan') run(wasPlaying ? state.chosen : 0)
    },
    onClear: clearRange,
    onSwipe: useEvidenceSwipe(),
  })
  usePlaceMarkKey(host, stage)

  // When a draft is opened again, the video shows the frame of the draft. When a draft on a range is closed,
  // the range is cleared.
  watch(
    draft,
    (now, before) => {
      const ms = now?.revisionId === revision().id ? frameTime(now) : null
      if (ms !== null) {
        if (!isAtMoment({ timestampMs: ms }, position(), state.fps)) {
          run(0)
          seek(ms / 1000)
        }
      } else if (before?.endMs !== undefined) clearRange()
    },
    { flush: 'post' },
  )
  if (canComment.value)
    useShortcuts({
      'range-start': setRange(startAt),
      'range-end': setRange(endAt),
    })

  return {
    ...stage,
    /** The marks of pending comments on the current frame. */
    pendingShown,
    listeners: {
      ...stage.listeners,
      pointerdown(event: PointerEvent) {
        pressed = { x: event.clientX, y: event.clientY }
        if (event.button === 0 && stage.tool.value !== 'pan') {
          if (event.isPrimary) {
            wasPlaying = state.speed !== 0
            run(0)
          } else if (wasPlaying) run(state.chosen)
        }
        stage.listeners.pointerdown(event)
      },
      /** With the tool that moves the video, a click outside of the pins plays or pauses the video. */
      click(event: MouseEvent) {
        const isPin = (event.target as HTMLElement).closest(byData('mark')) !== null
        const distance = Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y)
        if (stage.tool.value === 'pan' && !isPin && distance < CLICK_DISTANCE) toggle()
      },
    },
    startRange: setRange(startAt),
    endRange: setRange(endAt),
    clearRange,
    /**
     * Moves the focus from the closed form of a comment to the video, also if the comment has a mark: the
     * arrow keys step through the frames there, and on a mark they would move the mark.
     */
    takeFocus: () => nextTick(() => host.value?.focus({ preventScroll: true })),
  }
}
