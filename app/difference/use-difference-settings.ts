import type { ComparisonSettings } from '#shared/contract/comparison'
import { text } from '~/text/compare-and-video'
import { latestEdit } from '~/ui/network/latest-edit'
import { errorMessage } from '~/ui/network/error-message'
import { pageStore } from '~/ui/page/page-store'
import type { ReviewState } from '~/review-state/provide-review-state'
import type { ComputedRef } from 'vue'

const initial: ComparisonSettings = { threshold: null, ignored: [] }

/** The settings for differences in the page's review, which the server stores for each screen. */
export interface DifferenceSettingsStore {
  /** The settings for the artifact on the stage; undefined until they are loaded. */
  readonly settings: ComputedRef<ComparisonSettings | undefined>
  /** Whether the person may change the settings. */
  readonly canChange: boolean
  /** Loads the settings for the artifact on the stage, unless they are loaded. */
  load: () => Promise<void>
  /** Changes some settings of the artifact on the stage. Returns a function that restores them. */
  change: (next: Partial<ComparisonSettings>) => () => void
}

const store = pageStore<DifferenceSettingsStore>('difference settings')

/** The settings for differences on the page. */
export function useDifferenceSettings(): DifferenceSettingsStore {
  return store.use()
}

/** Shares the settings for differences with the page's components. */
export function provideDifferenceSettings({
  access: { canAnnotate },
  selection: { artifact },
}: Pick<ReviewState, 'access' | 'selection'>): void {
  const api = useApi()
  const toast = usePageToasts()
  /** The settings by the id of the artifact. */
  const loaded = shallowRef<ReadonlyMap<string, ComparisonSettings>>(new Map())
  const artifactId = computed(() => artifact.value?.id ?? '')
  const edits = new Map<string, (settings: ComparisonSettings) => void>()

  const show = (id: string, settings: ComparisonSettings) => {
    loaded.value = new Map([...loaded.value, [id, settings]])
  }

  async function load() {
    const id = artifactId.value
    if (id === '' || loaded.value.has(id)) return
    // Visitors of a share link see differences without the settings of the project.
    if (!canAnnotate) return show(id, initial)
    const { threshold, ignored } = await api('GET /v1/artifacts/{id}/comparison-settings', {
      params: { id },
    }).catch(() => initial)
    if (!loaded.value.has(id)) show(id, { threshold, ignored })
  }

  /** Returns the function that shows and saves the settings for an artifact. */
  function editOf(id: string) {
    const saved = { settings: loaded.value.get(id) ?? initial }
    return latestEdit<ComparisonSettings>({
      show: settings => show(id, settings),
      async send(body) {
        await api('PUT /v1/artifacts/{id}/comparison-settings', { params: { id }, body })
        saved.settings = body
      },
      fail(error) {
        show(id, saved.settings)
        toast.add({ title: text.settings.notSaved, description: errorMessage(error), color: 'error' })
      },
      end: () => edits.delete(id),
    })
  }

  function changeOf(id: string, next: Partial<ComparisonSettings>) {
    const edit = edits.get(id) ?? editOf(id)
    edits.set(id, edit)
    const before = loaded.value.get(id) ?? initial
    edit({ ...before, ...next })
    return before
  }

  /** Changes settings. The returned function leaves settings alone that this change did not concern. */
  function change(next: Partial<ComparisonSettings>) {
    const id = artifactId.value
    const { threshold, ignored } = changeOf(id, next)
    const replaced = { ...('threshold' in next && { threshold }), ...('ignored' in next && { ignored }) }
    return () => void changeOf(id, replaced)
  }

  store.provide({
    settings: computed(() => loaded.value.get(artifactId.value)),
    canChange: canAnnotate,
    load,
    change,
  })
}
