import { expect, test, vi } from 'vitest'
import { useCombobox } from '~/ui/lists/use-combobox'
import { mountInNuxt } from '../../../support/dom/mount'

async function mountList() {
  const choose = vi.fn()
  const choices = ['Ann', 'Bo', 'Chloé'].map((name, index) => ({ id: String(index), name }))
  const { result } = await mountInNuxt(() => useCombobox({ choices: () => choices, choose }))
  const press = (key: string) => {
    const event = new KeyboardEvent('keydown', { key, cancelable: true })
    result.onKeydown(event)
    return event.defaultPrevented
  }
  const activeName = () => result.active.value?.name
  return { ...result, choose, press, activeName }
}

test('arrow keys open a combobox and cycle through its options, and Enter chooses an option', async () => {
  const { press, activeName, choose, isOpen } = await mountList()
  expect(press('Enter')).toBe(false)
  press('ArrowDown')
  expect(activeName()).toBe('Ann')
  press('ArrowUp')
  expect(activeName()).toBe('Chloé')
  press('ArrowDown')
  press('ArrowDown')
  expect(activeName()).toBe('Bo')
  expect(press('Enter')).toBe(true)
  expect([choose.mock.calls, isOpen.value]).toEqual([[['1']], false])
})

test('the search of a combobox ignores accents; without a result, Enter chooses nothing', async () => {
  const { press, open, query, found, activeName, choose, isOpen } = await mountList()
  open()
  query.value = 'chloe'
  expect([found.value.map(each => each.name), activeName()]).toEqual([['Chloé'], 'Chloé'])
  query.value = 'unknown'
  press('ArrowDown')
  expect(press('Enter')).toBe(true)
  expect([choose.mock.calls.length, isOpen.value]).toEqual([0, true])
})

test('Escape closes the list of a combobox and nothing else; the next search starts empty', async () => {
  const { press, open, query, isOpen } = await mountList()
  open()
  query.value = 'bo'
  expect([press('Escape'), isOpen.value]).toEqual([true, false])
  expect(press('Escape')).toBe(false)
  open()
  expect(query.value).toBe('')
})
