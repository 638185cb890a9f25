import type { ToolName } from '~/annotation/tools'
import { pageStore } from '~/ui/page/page-store'
import type { Ref } from 'vue'

const store = pageStore<Ref<ToolName>>('tool')

/** The selected annotation tool. It stays selected when the person shows other evidence. */
export function useTool(): Ref<ToolName> {
  return store.use()
}

/** Shares the selected tool with the page's components. */
export function provideTool(): Ref<ToolName> {
  return store.provide(ref<ToolName>('select'))
}
