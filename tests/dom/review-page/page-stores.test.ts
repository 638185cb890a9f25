import { expect, test } from 'vitest'
import { getCurrentInstance, isRef, toRaw } from 'vue'
import { provideUploads } from '~/evidence/use-uploads'
import { mountOnReview } from '../../support/dom/review-page'

/** The largest number of properties and functions that a store may expose. */
const MAX_MEMBERS = 12

/** Returns the stores that the ancestors of the current component provide, as a map from name to members. */
function providedStores(): Map<string, string[]> {
  const stores = new Map<string, string[]>()
  type Provides = Record<symbol, unknown>
  const instance = getCurrentInstance() as unknown as {
    provides: Provides
    appContext: { provides: Provides }
  }
  // The loop ends at the values that the app itself provides, such as the router.
  const { provides: ofApp } = instance.appContext
  for (let level = instance.provides; level !== ofApp; level = Object.getPrototypeOf(level) as Provides)
    for (const key of Object.getOwnPropertySymbols(level)) {
      const store = level[key]
      const isStore = typeof store === 'object' && store !== null && !isRef(store)
      if (isStore && key.description) stores.set(key.description, Object.keys(toRaw(store)))
    }
  return stores
}

test(`a store of the review page exposes at most ${MAX_MEMBERS} properties and functions`, async () => {
  const { result } = await mountOnReview(() => ({ stores: providedStores() }), { onPage: provideUploads })
  expect(result.stores.get('selection')).toContain('openArtifact')
  expect(result.stores.size).toBeGreaterThan(20)
  const large = [...result.stores].filter(([, members]) => members.length > MAX_MEMBERS)
  expect(large.map(([name, members]) => `${name}: ${members.join(', ')}`)).toEqual([])
})
