import { pageStore } from '~/ui/page/page-store'
import type { EffectScope } from 'vue'

const store = pageStore<EffectScope>('sending')

/**
 * The Vue effect scope of unsent messages, which are sent again even after their forms were closed. It ends
 * when the person leaves the page.
 */
export function useSendingScope(): EffectScope {
  return store.use()
}

/** Creates the effect scope of unsent messages, and shares it with the page's components. */
export function provideSendingScope(): EffectScope {
  return store.provide(effectScope())
}
