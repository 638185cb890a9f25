import type { ComparisonSettings } from '#shared/contract/comparison'
import { comparison as text } from '~/text/stage'
import { latestEdit } from '~/ui/network/latest-edit'
import { errorMessage } from '~/ui/network/error-message'
import { pageStore } from '~/ui/page/page-store'
import type { ReviewState } from '~/review-state/provide-review-state'
import type { ComputedRef } from 'vue'

const initial: ComparisonSettings = { threshold: null, ignored: [] }

/** The settings for an artifact, as they are shown. */
interface ShownSettings {
  settings: ComparisonSettings
  /**
   * The time at which the stored settings were saved. Null for the defaults; undefined if the stored settings
   * could not be read.
   */
  storedAt: string | null | undefined
}

/** The settings for differences in the page's review, which the server stores for each screen. */
export interface DifferenceSettingsStore {
  /** The settings for the artifact on the stage; undefined until they are loaded. */
  readonly settings: ComputedRef<ComparisonSettings | undefined>
  /** Whether the person may change the settings. They cannot be changed unless the stored ones were read. */
  readonly canChange: ComputedRef<boolean>
  /**
   * Loads the settings for the artifact on the stage, even if they are loaded already, because others may
   * have changed them.
   */
  load: () => Promise<void>
  /**
   * Changes some settings of the artifact on the stage. Returns a function that restores only these settings.
   */
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
  const shown = shallowRef<ReadonlyMap<string, ShownSettings>>(new Map())
  const artifactId = computed(() => artifact.value?.id ?? '')
  const edits = new Map<string, (settings: ComparisonSettings) => void>()

  const show = (id: string, next: ShownSettings) => {
    shown.value = new Map([...shown.value, [id, next]])
  }

  async function load(id = artifactId.value) {
    if (id === '') return
    // Visitors of a share link see differences without the settings of the project.
    if (!canAnnotate) return show(id, { settings: initial, storedAt: undefined })
    const params = { id }
    const stored = await api('GET /v1/artifacts/{id}/comparison-settings', { params }).catch(() => null)
    if (edits.has(id)) return
    if (stored) {
      const { threshold, ignored, updatedAt } = stored
      show(id, { settings: { threshold, ignored }, storedAt: updatedAt })
    } else if (!shown.value.has(id)) show(id, { settings: initial, storedAt: undefined })
  }

  /** Returns the function that shows and saves the settings for an artifact. */
  function editOf(id: string) {
    let saved = shown.value.get(id) ?? { settings: initial, storedAt: undefined }
    return latestEdit<ComparisonSettings>({
      show: settings => show(id, { ...saved, settings }),
      async send(settings) {
        const body = { ...settings, replaces: saved.storedAt }
        const { updatedAt } = await api('PUT /v1/artifacts/{id}/comparison-settings', {
          params: { id },
          body,
        })
        saved = { settings, storedAt: updatedAt }
      },
      fail(error) {
        toast.add({ title: text.settingsNotSaved, description: errorMessage(error), color: 'error' })
      },
      end() {
        edits.delete(id)
        show(id, saved)
        // Loads the settings again: if another person has changed them at the same time, their settings are
        // shown.
        void load(id)
      },
    })
  }

  function changeOf(id: string, next: Partial<ComparisonSettings>): ComparisonSettings {
    const { settings: before } = shown.value.get(id) ?? { settings: initial }
    const edit = edits.get(id) ?? editOf(id)
    edits.set(id, edit)
    edit({ ...before, ...next })
    return before
  }

  store.provide({
    settings: computed(() => shown.value.get(artifactId.value)?.settings),
    canChange: computed(() => canAnnotate && shown.value.get(artifactId.value)?.storedAt !== undefined),
    load: () => load(),
    change(next) {
      const id = artifactId.value
      const { threshold, ignored } = changeOf(id, next)
      const replaced = { ...('threshold' in next && { threshold }), ...('ignored' in next && { ignored }) }
      return () => void changeOf(id, replaced)
    },
  })
}
