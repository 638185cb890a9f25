import { pageStore } from '~/ui/page/page-store'
import type { EffectScope } from 'vue'

const store = pageStore<EffectScope>('sending')

/**
 * The scope of messages whose forms are closed and which wait for the server. It ends when the page is left.
 */
export function useSendingScope(): EffectScope {
  return store.use()
}

/** Shares that scope with the page's components. */
export function provideSendingScope(): EffectScope {
  return store.provide(effectScope())
}
