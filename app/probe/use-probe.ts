import { pageStore } from '~/ui/page/page-store'
import type { Ref } from 'vue'

/** A tool that reads an image without commenting on it. */
export type ProbeName = 'ruler' | 'color'

const store = pageStore<Ref<ProbeName | null>>('probe')

/** The tool that is in use: the ruler or the color picker; null if neither is. */
export function useProbe(): Ref<ProbeName | null> {
  return store.use()
}

/**
 * Shares the state of the ruler and the color picker with the page's components: which of the two tools is in
 * use.
 */
export function provideProbe(): Ref<ProbeName | null> {
  return store.provide(ref(null))
}
