import { pageStore } from '~/ui/page/page-store'
import type { Viewer } from '#shared/contract/reviewer'
import type { Ref } from 'vue'

const store = pageStore<Readonly<Ref<readonly Viewer[]>>>('viewers')

/** The other people who have the page's review open, in the order in which they opened it. */
export function useViewers(): Readonly<Ref<readonly Viewer[]>> {
  return store.use()
}

export const provideViewers = store.provide
