import type { Size, View } from '~/annotation/projection'
import type { ToolViewport } from '~/stage/use-viewport'

/** The place of a video on its stage, and the size of that stage. */
export interface VideoView extends ToolViewport {
  onResize: (size: Size) => void
}

/** The place of a video on its stage: centred, as large as it fits. It is not zoomed. */
export function useVideoView(video: () => Size): VideoView {
  const stage = shallowRef<Size>({ width: 0, height: 0 })
  const view = computed<View | null>(() => {
    const [image, { width, height }] = [video(), stage.value]
    if (width === 0 || image.width === 0 || image.height === 0) return null
    const scale = Math.min(width / image.width, height / image.height)
    const x = (width - image.width * scale) / 2
    return { image, stage: stage.value, scale, x, y: (height - image.height * scale) / 2 }
  })
  return {
    view,
    exact: view,
    change: () => {},
    zoom: () => {},
    fit: () => {},
    onResize: size => {
      stage.value = size
    },
  }
}
