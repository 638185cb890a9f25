import { pageStore } from '~/ui/page/page-store'
import type { Ref } from 'vue'

const store = pageStore<Ref<boolean>>('expanded tools')

/** Shares with the components of the page whether the toolbar of the stage is expanded. */
export const provideExpandedTools = (): Ref<boolean> => store.provide(ref(false))

/** Whether the toolbar of the stage is expanded. Only a phone can collapse it. */
export const useExpandedTools = (): Ref<boolean> => store.use()

/** As {@link useExpandedTools}, for the stage: its toolbar is collapsed again when the stage is closed. */
export function useExpandedToolsOfStage(): Ref<boolean> {
  const expanded = useExpandedTools()
  onBeforeUnmount(() => {
    expanded.value = false
  })
  return expanded
}
