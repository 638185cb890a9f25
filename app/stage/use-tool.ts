import type { ToolName } from '~/annotation/tools'
import { pageStore } from '~/ui/page/page-store'
import type { Ref } from 'vue'

const store = pageStore<Ref<ToolName>>('tool')

/** The annotation tool that is selected; it stays selected while the person steps through evidence. */
export function useTool(): Ref<ToolName> {
  return store.use()
}

/** Shares the selected tool with the page's components. */
export function provideTool(): Ref<ToolName> {
  return store.provide(ref<ToolName>('select'))
}
