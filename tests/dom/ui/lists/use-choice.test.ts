import { expect, test } from 'vitest'
import { ref } from 'vue'
import { useChoice } from '~/ui/lists/use-choice'
import { mountInNuxt } from '../../../support/dom/mount'

async function mountChoice() {
  const listed = ref(['a', 'b', 'c', 'd', 'e'])
  const { result } = await mountInNuxt(() => useChoice(listed, each => each))
  return { ...result, listed }
}

test('entries of a list can be selected only while the selection mode is on', async () => {
  const { chosen, choose, toggle, selectSeveral } = await mountChoice()
  choose(['a'], true)
  toggle('b', true, false)
  expect(chosen.value).toBe(null)
  selectSeveral(true)
  expect(chosen.value).toEqual([])
  choose(['a'], true)
  selectSeveral(false)
  expect(chosen.value).toBe(null)
})

test('a range is selected from the entry that was toggled last, upward or downward', async () => {
  const { chosen, toggle, selectSeveral } = await mountChoice()
  selectSeveral(true)
  toggle('d', true, true)
  expect(chosen.value).toEqual(['d'])
  toggle('b', true, true)
  expect(chosen.value).toEqual(['b', 'c', 'd'])
  toggle('c', false, true)
  expect(chosen.value).toEqual(['d'])
  toggle('e', true, false)
  expect(chosen.value).toEqual(['d', 'e'])
})

test('a selected entry that leaves the list is deselected, and no range starts at it', async () => {
  const { chosen, toggle, selectSeveral, listed } = await mountChoice()
  selectSeveral(true)
  toggle('b', true, false)
  listed.value = ['a', 'c', 'd', 'e']
  expect(chosen.value).toEqual([])
  toggle('d', true, true)
  expect(chosen.value).toEqual(['d'])
})
