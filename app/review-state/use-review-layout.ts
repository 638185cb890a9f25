import { pageStore } from '~/ui/page/page-store'
import type { ComputedRef, Ref } from 'vue'

/** The panels next to the stage: the filmstrip and the conversation. */
export type Panel = 'film' | 'talk'
/** The minimum and the maximum width of each panel, in CSS pixels. */
export const panelLimits: Record<Panel, { min: number; max: number }> = {
  film: { min: 120, max: 420 },
  talk: { min: 280, max: 640 },
}

/** The division of the screen between the stage and its panels. */
export interface ReviewLayout {
  /** Whether each panel is shown. */
  readonly shown: Ref<Record<Panel, boolean>>
  /**
   * The widths of the panels in CSS pixels, stored on this device. A width is undefined while the panel has
   * its default width.
   */
  readonly widths: ComputedRef<Partial<Record<Panel, number>>>
  /**
   * Whether the background has no tint of the picture, because the person chose a neutral one on this device.
   */
  readonly isRoomNeutral: Ref<boolean>
  /** Whether the stage is in full-screen mode, without the top bar. */
  readonly isFullScreen: Readonly<Ref<boolean>>
  /**
   * Sets the width of a panel, within its limits. Undefined restores the default width for the size of the
   * screen.
   */
  resize: (panel: Panel, width: number | undefined) => void
  show: (panel: Panel) => void
  /** Hides both panels, or shows both if the conversation is hidden. */
  togglePanels: () => void
  /** Starts full-screen mode, which shows only the stage, or ends it. */
  toggleFullScreen: () => Promise<void>
}

const store = pageStore<ReviewLayout>('layout')

/** The layout of the page. */
export function useReviewLayout(): ReviewLayout {
  return store.use()
}

/** The widths of windows that have space for a comparison or for the panels, but not for both. */
const SMALL_WINDOW = '(64rem <= width < 75rem)'

/** Shares the layout of the page with its components. */
export function provideReviewLayout(isComparing: () => boolean): ReviewLayout {
  return store.provide(createReviewLayout(isComparing))
}

function createReviewLayout(isComparing: () => boolean): ReviewLayout {
  // A page that is opened in full-screen mode, such as the next review, stays in this mode.
  const isFullScreen = ref(isDocumentFullScreen())
  const isSmall = useMediaQuery(SMALL_WINDOW)
  const usual = ref(isFullScreen.value ? noPanels : bothPanels)
  /**
   * The panels during a comparison in a small window: only the filmstrip, as a narrow rail, until the person
   * shows or hides panels during the comparison.
   */
  const besideComparison = ref(onlyRail)
  const shown = computed({
    get: () => (isSmall.value && isComparing() ? besideComparison : usual).value,
    set: panels => {
      ;(isSmall.value && isComparing() ? besideComparison : usual).value = panels
    },
  })
  /** The panels that were shown before full-screen mode. They are shown again when it ends. */
  let before = bothPanels
  // The widths are stored in a cookie, so that the server also renders them and nothing moves on hydration.
  const stored = useDeviceCookie('panel-widths')
  const widths = computed(() => readWidths(stored.value))
  const neutral = useDeviceCookie('neutral-room')
  const isRoomNeutral = computed({
    get: () => neutral.value === true,
    set: is => {
      neutral.value = is
    },
  })

  function onFullScreenChange() {
    isFullScreen.value = isDocumentFullScreen()
    if (!isFullScreen.value) shown.value = before
  }
  onMounted(() => document.addEventListener('fullscreenchange', onFullScreenChange))
  onBeforeUnmount(() => document.removeEventListener('fullscreenchange', onFullScreenChange))

  return {
    shown,
    widths,
    isRoomNeutral,
    isFullScreen,
    resize(panel, width) {
      stored.value = { ...widths.value, [panel]: width === undefined ? undefined : limited(panel, width) }
    },
    show(panel) {
      shown.value = { ...shown.value, [panel]: true }
    },
    togglePanels() {
      shown.value = shown.value.talk ? noPanels : bothPanels
    },
    async toggleFullScreen() {
      if (document.fullscreenElement) return document.exitFullscreen()
      // Does nothing in browsers without full-screen mode, such as browsers of some phones.
      if (!document.fullscreenEnabled) return
      before = shown.value
      try {
        await document.documentElement.requestFullscreen()
      } catch {
        // Changes nothing if the browser denies full-screen mode, for example because the page is embedded.
        return
      }
      shown.value = noPanels
    },
  }
}

const bothPanels: Record<Panel, boolean> = { film: true, talk: true }
const noPanels: Record<Panel, boolean> = { film: false, talk: false }
const onlyRail: Record<Panel, boolean> = { film: true, talk: false }

const isDocumentFullScreen = () => import.meta.client && Boolean(document.fullscreenElement)

const limited = (panel: Panel, width: number) =>
  Math.round(Math.min(panelLimits[panel].max, Math.max(panelLimits[panel].min, width)))

/** Returns the valid widths in the value of a cookie, which may have any content. */
function readWidths(stored: unknown): Partial<Record<Panel, number>> {
  const known = (stored ?? {}) as Partial<Record<Panel, unknown>>
  const entries = (Object.keys(panelLimits) as Panel[]).flatMap(panel => {
    const width = Number(known[panel])
    return width > 0 ? [[panel, limited(panel, width)] as const] : []
  })
  return Object.fromEntries(entries)
}
