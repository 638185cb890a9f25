import type { Revision } from '#shared/contract/artifact'
import type { RevisionContext } from '#shared/contract/context'
import type { ShallowRef } from 'vue'
import { pageStore } from '~/ui/page/page-store'

/**
 * The contexts that the page has loaded or is loading, by the ids of their revisions. A context never
 * changes.
 */
type Contexts = Map<string, Promise<RevisionContext | null>>

const store = pageStore<Contexts>('contexts of revisions')

/** Shares the loaded contexts with the page's components, so that each is loaded once. */
export function provideRevisionContexts(): void {
  store.provide(new Map())
}

/**
 * Loads the context of a revision in the browser. The value is null until it is loaded, and if the revision
 * has none, if its media is not shown any more, or if loading failed. After a failure, it is loaded again
 * when the revision is given again. `revision` returns null while no context is needed.
 */
export function useRevisionContext(
  revision: () => Pick<Revision, 'id' | 'hasContext' | 'mediaState'> | null | undefined,
): Readonly<ShallowRef<RevisionContext | null>> {
  const api = useApi()
  const contexts = store.use()
  const context = shallowRef<RevisionContext | null>(null)

  function load(id: string): Promise<RevisionContext | null> {
    const known = contexts.get(id)
    if (known) return known
    const loading = api('GET /v1/revisions/{id}/context', { params: { id } }).catch(() => {
      contexts.delete(id)
      return null
    })
    contexts.set(id, loading)
    return loading
  }

  const wanted = () => {
    const { id, hasContext, mediaState } = revision() ?? {}
    return hasContext && mediaState === 'active' ? id : undefined
  }
  watch(
    wanted,
    async id => {
      context.value = null
      if (import.meta.server || id === undefined) return
      const loaded = await load(id)
      if (wanted() === id) context.value = loaded
    },
    { immediate: true },
  )
  return context
}
