import type { ToolName } from '~/annotation/tools'
import { drawTools } from '~/annotation-texts/tool-bar'
import { pageStore } from '~/ui/page/page-store'
import type { DraftStore } from '~/review-state/use-draft'
import type { ComputedRef, Ref } from 'vue'

const store = pageStore<Ref<ToolName>>('tool')

/**
 * The selected annotation tool. It stays selected when the person shows other evidence, and while they draw
 * several shapes for one comment. When this comment is sent, the tool is Select again.
 */
export function useTool(): Ref<ToolName> {
  return store.use()
}

/**
 * The tool that the button Draw selects: the one that was used last on this device, at first the rectangle.
 * It follows the selected tool.
 */
export function useDrawTool(tool: Readonly<Ref<ToolName>>): ComputedRef<ToolName> {
  const stored = useDeviceCookie('draw-tool')
  watch(
    tool,
    now => {
      if (isDrawTool(now)) stored.value = now
    },
    { immediate: true },
  )
  return computed(() => drawTools.find(({ name }) => name === stored.value)?.name ?? 'rectangle')
}

/** Whether a tool draws shapes larger than a point. */
export const isDrawTool = (name: ToolName): boolean => drawTools.some(each => each.name === name)

/** Shares the selected tool with the page's components. */
export function provideTool({ isSending }: Pick<DraftStore, 'isSending'>): Ref<ToolName> {
  const tool = store.provide(ref<ToolName>('select'))
  watch(isSending, now => {
    if (now) tool.value = 'select'
  })
  return tool
}
