import { expect, test } from 'vitest'
import { nextTick, ref } from 'vue'
import type { ToolName } from '~/annotation/tools'
import { useDrawTool } from '~/stage/use-tool'
import { mountInNuxt } from '../../support/dom/mount'

async function mountDrawTool(selected: ToolName) {
  const tool = ref(selected)
  const { result } = await mountInNuxt(() => useDrawTool(tool))
  return { tool, drawn: result }
}

test('the button Draw has the shape that was drawn last, also on the next page', async () => {
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

test('the button Draw has the rectangle if the cookie names no shape', async () => {
  document.cookie = `draw-tool=${encodeURIComponent('"point"')}; Path=/`
  expect((await mountDrawTool('select')).drawn.value).toBe('rectangle')
})
