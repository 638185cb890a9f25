import { pageStore } from '~/ui/page/page-store'
import type { EffectScope } from 'vue'

const store = pageStore<EffectScope>('sending')

/**
 * The effect scope of messages that wait to be sent again after their forms were closed. It ends when the
 * person leaves the page.
 */
export function useSendingScope(): EffectScope {
  return store.use()
}

/** Creates the scope for messages that wait to be sent again, and shares it with the page's components. */
export function provideSendingScope(): EffectScope {
  return store.provide(effectScope())
}
