import { expect, test } from 'vitest'
import { nextTick, ref } from 'vue'
import type { ToolName } from '~/annotation/tools'
import { useDraft } from '~/review-state/use-draft'
import { useDrawTool, useTool } from '~/stage/use-tool'
import { mountInNuxt } from '../../support/dom/mount'
import { mountOnReview } from '../../support/dom/review-page'

async function mountDrawTool(selected: ToolName) {
  const tool = ref(selected)
  const { result } = await mountInNuxt(() => useDrawTool(tool))
  return { tool, drawn: result }
}

test('the button Draw keeps the shape that was drawn last, also on the next page', async () => {
  document.cookie = 'draw-tool=; Max-Age=0; Path=/'
  const { tool, drawn } = await mountDrawTool('select')
  expect(drawn.value).toBe('rectangle')
  tool.value = 'arrow'
  await nextTick()
  for (const other of ['point', 'select', 'pan'] as const) {
    tool.value = other
    await nextTick()
    expect(drawn.value).toBe('arrow')
  }
  expect((await mountDrawTool('select')).drawn.value).toBe('arrow')
})

test('the button Draw draws a rectangle if its cookie contains no valid shape', async () => {
  document.cookie = `draw-tool=${encodeURIComponent('"point"')}; Path=/`
  expect((await mountDrawTool('select')).drawn.value).toBe('rectangle')
})

test('the tool stays chosen while shapes are added, and is Select when their comment is sent', async () => {
  const { result } = await mountOnReview(() => ({ ...useDraft(), tool: useTool() }))
  const { tool, draft, open, addShape, setSending } = result
  const rectangle = { kind: 'rectangle' as const, geometry: { x: 0, y: 0, width: 0.5, height: 0.5 } }
  tool.value = 'rectangle'
  open({ artifactId: 'art_a', revisionId: 'rvs_1a', shape: rectangle, timestampMs: null })
  expect(addShape('rvs_1a', rectangle)).toBe(true)
  await nextTick()
  expect(tool.value).toBe('rectangle')
  if (draft.value) setSending(draft.value, true)
  await nextTick()
  expect(tool.value).toBe('select')
})
