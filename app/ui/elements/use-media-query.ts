/**
 * Follows a media query; false until the component is mounted. Its result may change without a resize, such
 * as when a mouse is plugged in. VueUse's `useMediaQuery` has the result already while the page hydrates, so
 * that it may differ from the HTML of the server; replace this function when the one of VueUse waits for the
 * mount.
 */
export function useMediaQuery(query: string): Readonly<Ref<boolean>> {
  const matches = ref(false)
  let list: MediaQueryList | undefined
  const follow = () => {
    matches.value = list?.matches ?? false
  }
  onMounted(() => {
    list = matchMedia(query)
    list.addEventListener('change', follow)
    follow()
  })
  onBeforeUnmount(() => list?.removeEventListener('change', follow))
  return matches
}

/**
 * The device pixels per CSS pixel; 1 on the server and while the page hydrates. It changes without a resize
 * when the window is moved to another screen (CSSOM View, `devicePixelRatio`). VueUse's `useDevicePixelRatio`
 * has the ratio of the screen while the page hydrates: see {@link useMediaQuery}.
 */
export function useDevicePixelRatio(): Readonly<Ref<number>> {
  const ratio = ref(import.meta.client && !useNuxtApp().isHydrating ? devicePixelRatio || 1 : 1)
  let list: MediaQueryList | undefined
  function follow() {
    list?.removeEventListener('change', follow)
    ratio.value = devicePixelRatio || 1
    // A query matches only one ratio, so each new ratio needs a new query.
    list = matchMedia(`(resolution: ${ratio.value}dppx)`)
    list.addEventListener('change', follow)
  }
  onMounted(follow)
  onBeforeUnmount(() => list?.removeEventListener('change', follow))
  return ratio
}

/** Whether the window is narrower than most tablets (`max-sm` in the style sheets). False on the server. */
export const isNarrowWindow = (): boolean => import.meta.client && matchMedia('(width < 40rem)').matches

/** The media query of a phone's portrait screen (`phone` in the style sheets). */
export const phoneScreen = '(width < 35rem)'
/** The media query of a phone that shows one comment at a time (`peek` in variants.css). */
export const peekScreen = '(15rem <= width < 35rem) and (height >= 22.5rem)'
/** Whether the window is as narrow as the portrait screen of a phone. False on the server. */
export const isPhone = (): boolean => import.meta.client && matchMedia(phoneScreen).matches
/** The media query of a phone in landscape (`sideways` in variants.css). */
export const sidewaysScreen = '(width >= 35rem) and (height < 31.25rem) and (pointer: coarse)'
/** Whether the window is the screen of a phone in landscape. False on the server. */
export const isSideways = (): boolean => import.meta.client && matchMedia(sidewaysScreen).matches
/** The media query of a phone, upright or in landscape (`handheld` in variants.css). */
export const handheldScreen = '(width < 35rem) or ((height < 31.25rem) and (pointer: coarse))'
/** Whether the window is the screen of a phone, upright or in landscape. False on the server. */
export const isHandheld = (): boolean => import.meta.client && matchMedia(handheldScreen).matches
