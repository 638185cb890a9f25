import { stillOf } from '~/evidence/earlier-picture'
import { strongestHue } from './strongest-hue'

/** Pixels: the size of the small copy of the picture whose colors are counted. */
const SIZE = 64

/**
 * CSS properties that tint the background of the review with the strongest hue of the picture on the stage.
 * There is no tint while pictures are compared, if the person chose a neutral background, or if the picture
 * is grey. The lightness and chroma depend on the theme, so there is one color for the light and one for the
 * dark theme.
 */
export function usePictureHue(): ComputedRef<Record<string, string>> {
  const { artifact, revision } = useSelection()
  const { view } = useCompare()
  const { isRoomNeutral } = useReviewLayout()
  const hue = ref<number | null>(null)
  const still = computed(() => {
    if (view.value !== null || isRoomNeutral.value || !artifact.value || !revision.value) return null
    return revision.value.mediaState === 'active' ? stillOf(artifact.value, revision.value) : null
  })
  onMounted(() => {
    watch(
      still,
      async address => {
        const found = address ? await hueOf(`${address}?w=320`) : null
        if (still.value === address) hue.value = found
      },
      { immediate: true },
    )
  })
  return computed(() =>
    hue.value === null
      ? ({} as Record<string, string>)
      : {
          '--picture-hue-light': `oklch(0.86 0.04 ${hue.value})`,
          '--picture-hue-dark': `oklch(0.6 0.08 ${hue.value})`,
        },
  )
}

/** Returns the strongest hue of the image at a URL; null if it is grey, or cannot be loaded or read. */
async function hueOf(address: string): Promise<number | null> {
  const image = new Image()
  image.src = address
  try {
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = canvas.height = SIZE
    const context = canvas.getContext('2d', { willReadFrequently: true })
    context?.drawImage(image, 0, 0, SIZE, SIZE)
    return context ? strongestHue(context.getImageData(0, 0, SIZE, SIZE).data) : null
  } catch {
    return null
  }
}
