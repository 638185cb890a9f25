import { pageStore } from '~/ui/page/page-store'
import type { ComputedRef, Ref } from 'vue'

/** The panels next to the stage: the filmstrip and the conversation. */
export type Panel = 'film' | 'talk'
/** CSS pixels: the least and the greatest width of each panel. */
export const panelLimits: Record<Panel, { min: number; max: number }> = {
  film: { min: 120, max: 420 },
  talk: { min: 280, max: 640 },
}

/** The division of the screen between the stage and its panels. */
export interface ReviewLayout {
  /** Whether each panel is shown. */
  readonly shown: Ref<Record<Panel, boolean>>
  /** CSS pixels, stored on this device; undefined for the default width on this screen. */
  readonly widths: ComputedRef<Partial<Record<Panel, number>>>
  /** Whether the stage fills the screen, without the top bar. */
  readonly isFullScreen: Readonly<Ref<boolean>>
  /** Sets the width of a panel within its limits; undefined for the default width on this screen. */
  resize: (panel: Panel, width: number | undefined) => void
  show: (panel: Panel) => void
  /** Hides both panels, or shows both when none is shown. */
  togglePanels: () => void
  /** Enters full screen with the stage alone, or leaves it. */
  toggleFullScreen: () => Promise<void>
}

const store = pageStore<ReviewLayout>('layout')

/** The layout of the page. */
export function useReviewLayout(): ReviewLayout {
  return store.use()
}

/** Shares the layout of the page with its components. */
export function provideReviewLayout(): ReviewLayout {
  return store.provide(createReviewLayout())
}

function createReviewLayout(): ReviewLayout {
  const shown = ref<Record<Panel, boolean>>({ film: true, talk: true })
  const isFullScreen = ref(false)
  /** The panels that were shown before full screen. */
  let before = shown.value
  // A cookie, so that the server renders the widths too and nothing moves when the page becomes interactive.
  const stored = useDeviceCookie('panel-widths')
  const widths = computed(() => readWidths(stored.value))

  function onFullScreenChange() {
    isFullScreen.value = document.fullscreenElement !== null
    if (!isFullScreen.value) shown.value = before
  }
  onMounted(() => document.addEventListener('fullscreenchange', onFullScreenChange))
  onBeforeUnmount(() => document.removeEventListener('fullscreenchange', onFullScreenChange))

  return {
    shown,
    widths,
    isFullScreen,
    resize(panel, width) {
      stored.value = { ...widths.value, [panel]: width === undefined ? undefined : limited(panel, width) }
    },
    show(panel) {
      shown.value = { ...shown.value, [panel]: true }
    },
    togglePanels() {
      const isShown = !shown.value.film && !shown.value.talk
      shown.value = { film: isShown, talk: isShown }
    },
    async toggleFullScreen() {
      if (document.fullscreenElement) return document.exitFullscreen()
      // Browsers of phones have no full screen.
      if (!document.fullscreenEnabled) return
      before = shown.value
      await document.documentElement.requestFullscreen()
      shown.value = { film: false, talk: false }
    },
  }
}

const limited = (panel: Panel, width: number) =>
  Math.round(Math.min(panelLimits[panel].max, Math.max(panelLimits[panel].min, width)))

/** Reads the widths from a cookie, which may hold anything. */
function readWidths(stored: unknown): Partial<Record<Panel, number>> {
  const known = (stored ?? {}) as Partial<Record<Panel, unknown>>
  const entries = (Object.keys(panelLimits) as Panel[]).flatMap(panel => {
    const width = Number(known[panel])
    return width > 0 ? [[panel, limited(panel, width)] as const] : []
  })
  return Object.fromEntries(entries)
}
