import type { WritableComputedRef } from 'vue'

/** The layouts of the filmstrip. The name of the chosen layout is stored in a cookie. */
export const densities = ['large', 'small', 'list'] as const
export type Density = (typeof densities)[number]

/** With at least this many pieces of evidence, the filmstrip is small unless the person chose otherwise. */
export const SMALL_FROM = 8

/**
 * The density of the filmstrip, which the person chooses for this device. It is stored in a cookie, so that
 * the server renders the same filmstrip. `preferred`: the density if the person chose none.
 */
export function useDensity(preferred?: Density): WritableComputedRef<Density> {
  const { completedArtifacts } = useReviewSource()
  const stored = useDeviceCookie('filmstrip-density')
  return computed({
    get: () =>
      densities.find(each => each === stored.value) ??
      preferred ??
      (completedArtifacts.value.length < SMALL_FROM ? 'large' : 'small'),
    set: now => {
      stored.value = now
    },
  })
}
