import { pageStore } from '~/ui/page/page-store'
import type { EffectScope } from 'vue'

const store = pageStore<EffectScope>('sending')

/** What sends the messages of closed forms, which wait for the server, until the page is left. */
export function useSendingScope(): EffectScope {
  return store.use()
}

/** Shares the scope with the page's components. It ends with the page. */
export function provideSendingScope(): EffectScope {
  return store.provide(effectScope())
}
