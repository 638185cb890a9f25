import type { Size } from '#shared/annotation/projection'

/**
 * Reads the pixels of the original image, independent of the zoom and of the pixels of the screen. `read`
 * returns the RGBA values of an area; undefined until the image is loaded. Pixels outside of the image are
 * transparent.
 */
export function usePixels(address: () => string) {
  const image = shallowRef<HTMLImageElement>()
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })

  watch(
    address,
    async now => {
      image.value = undefined
      const element = new Image()
      element.src = now
      try {
        await element.decode()
      } catch {
        return
      }
      if (now === address()) image.value = element
    },
    { immediate: true },
  )

  return {
    isReady: computed(() => image.value !== undefined),
    read(x: number, y: number, { width, height }: Size): Uint8ClampedArray | undefined {
      if (!image.value || !context) return undefined
      canvas.width = width
      canvas.height = height
      context.imageSmoothingEnabled = false
      context.drawImage(image.value, -x, -y)
      return context.getImageData(0, 0, width, height).data
    },
  }
}
