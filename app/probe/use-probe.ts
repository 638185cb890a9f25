import { pageStore } from '~/ui/page/page-store'
import type { Ref } from 'vue'

/** A tool that reads an image without commenting on it. */
export type ProbeName = 'ruler' | 'color'

const store = pageStore<Ref<ProbeName | null>>('probe')

/** The ruler or the color picker, if one of them is used. */
export function useProbe(): Ref<ProbeName | null> {
  return store.use()
}

/** Shares with the page's components which of the two is used. */
export function provideProbe(): Ref<ProbeName | null> {
  return store.provide(ref(null))
}
