import { expect, test } from 'vitest'
import { ref } from 'vue'
import type { Command } from '~/palette/command-search'
import { useCommands, useRegisteredCommands } from '~/palette/use-commands'
import { mountInNuxt } from '../../support/dom/mount'

const command = (id: string): Command => ({ id, group: 'navigation', label: id, run: () => {} })

test('the palette lists the commands that the mounted components currently provide', async () => {
  const more = ref(false)
  const { result: palette } = await mountInNuxt(() => ({ commands: useRegisteredCommands() }))
  const ids = () => palette.commands.value.map(each => each.id)
  const first = await mountInNuxt(() => {
    useCommands(() => (more.value ? [command('a'), command('b')] : [command('a')]))
    return {}
  })
  await mountInNuxt(() => {
    useCommands(() => [command('c')])
    return {}
  })
  expect(ids()).toEqual(['a', 'c'])
  more.value = true
  expect(ids()).toEqual(['a', 'b', 'c'])
  first.wrapper.unmount()
  expect(ids()).toEqual(['c'])
})
