import {
  actualSize,
  centerOn,
  fit,
  fitWidth,
  isVisible,
  resize,
  snap,
  zoomAt,
  type Box,
  type Size,
  type View,
} from '~/annotation/projection'
import type { PointGeometry } from '#shared/contract/geometry'

/** Taller than this times the stage: read from the top at full width instead of shrunk to a thread. */
const TALL = 2.5
/** CSS pixels that the stage's header and its toolbar take. */
const ABOVE = 48
const BELOW = 68
/** CSS pixels from the stage's edge at which a spot still counts as seen. */
const EDGE = 4

/** A look at one subject; `fitted` until somebody zooms or moves, and as long it follows the stage's size. */
interface Look {
  view: View
  fitted: boolean
}

/**
 * How a picture lies on the stage. Looks are kept by subject (an artifact, or its group of variations), so
 * that zoom and scroll stay when revisions, variations or ways of comparing change.
 */
export function useViewport(subject: () => string, picture: () => Size) {
  const looks = useState<Record<string, Look>>('looks', () => shallowRef({}))
  const stage = shallowRef<Size>({ width: 0, height: 0 })
  /** Device pixels for a CSS pixel. */
  const ratio = ref(1)
  /** What was asked for before the picture lay. */
  let waiting: (() => void) | null = null

  const look = computed(() => (stage.value.width > 0 ? looks.value[subject()] : undefined))
  /** Where the picture was moved and zoomed to; small steps would be lost to whole pixels. */
  const exact = computed<View | null>(() => look.value?.view ?? null)
  /** What is drawn. */
  const view = computed<View | null>(() => (look.value ? snap(look.value.view, ratio.value) : null))
  const keep = (next: Look) => {
    looks.value = { ...looks.value, [subject()]: next }
  }
  const change = (next: View) => keep({ view: next, fitted: false })

  function whole(): View {
    const { width, height } = stage.value
    const size = picture()
    if (size.height / size.width > (TALL * height) / width)
      return { ...fitWidth(size, stage.value), y: ABOVE }
    const beside = width < 640 ? 12 : 48
    const centred = fit(size, stage.value, beside)
    const isFree = centred.y >= ABOVE && centred.y + size.height * centred.scale <= height - BELOW
    const room = { width: width - 2 * beside, height: height - ABOVE - BELOW }
    // A stage that is hardly higher than its bars is better filled.
    if (isFree || room.height < height / 2) return centred
    const between = fit(size, room, 0)
    return { ...between, stage: stage.value, x: between.x + beside, y: between.y + ABOVE }
  }

  function place() {
    if (stage.value.width === 0 || picture().width === 0) return
    const before = looks.value[subject()]
    keep(
      before && !before.fitted
        ? { view: resize({ ...before.view, picture: picture() }, stage.value), fitted: false }
        : { view: whole(), fitted: true },
    )
    const ask = waiting
    waiting = null
    ask?.()
  }
  watch([subject, () => picture().width, () => picture().height], place)

  /** Brings a spot or a box to the middle unless it is seen; at once, or as soon as the picture lies. */
  function reveal(target: PointGeometry | Box) {
    if (!look.value) {
      waiting = () => reveal(target)
      return
    }
    const at = look.value.view
    const far = 'width' in target ? { x: target.x + target.width, y: target.y + target.height } : target
    if (!isVisible(at, target, EDGE) || !isVisible(at, far, EDGE)) change(centerOn(at, target))
  }

  /** To a box or a spot, near enough to see single pixels where it fits. */
  function goTo(target: PointGeometry | Box) {
    if (!look.value) {
      waiting = () => goTo(target)
      return
    }
    const near =
      look.value.view.scale * ratio.value < 1 ? actualSize(look.value.view, ratio.value) : look.value.view
    change(centerOn(near, target))
  }

  return {
    view,
    exact,
    stage,
    ratio,
    change,
    reveal,
    /** Per cent of one picture pixel on one device pixel. */
    percent: computed(() => Math.round((view.value?.scale ?? 1) * ratio.value * 100)),
    onResize(size: Size) {
      ratio.value = globalThis.devicePixelRatio || 1
      stage.value = size
      place()
    },
    fit() {
      if (look.value) keep({ view: whole(), fitted: true })
    },
    zoom(factor: number) {
      if (look.value) change(zoomAt(look.value.view, { factor }))
    },
    /** One picture pixel on one device pixel. */
    actualSize() {
      if (look.value) change(actualSize(look.value.view, ratio.value))
    },
    goTo,
  }
}

/** What a look is kept under: variations of one group share theirs. */
export function lookSubject({ id, artifact }: Pick<ReturnType<typeof useReview>, 'id' | 'artifact'>) {
  return () => `${id}/${artifact.value?.variationGroup ?? artifact.value?.id ?? ''}`
}

/** What {@link useViewport} answers. */
export type StageView = ReturnType<typeof useViewport>
