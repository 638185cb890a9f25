import { pageStore } from '~/ui/page/page-store'
import type { Ref } from 'vue'

const store = pageStore<Ref<boolean>>('shown marks')

/** Whether the stage shows the marks of comments. */
export function useMarksShown(): Ref<boolean> {
  return store.use()
}

/** Shares with the page's components whether marks are shown. */
export function provideMarksShown(): Ref<boolean> {
  return store.provide(ref(true))
}
