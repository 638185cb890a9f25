import { expect, test } from 'vitest'
import { useFirstInput } from '~/ui/focus/use-first-input'
import { mountInNuxt } from '../../../support/dom/mount'

const mounted = async () => {
  let calls = 0
  const page = await mountInNuxt(() => {
    useFirstInput(() => calls++)
    return {}
  })
  return { ...page, calls: () => calls }
}
const input = (type: string) => window.dispatchEvent(new Event(type))

test.each(['keydown', 'pointerdown', 'pointermove'])(
  'the callback for the first input runs only at the first %s',
  async type => {
    const { calls } = await mounted()
    expect(calls()).toBe(0)
    input(type)
    input(type)
    input('keydown')
    expect(calls()).toBe(1)
  },
)

test('the callback for the first input does not run after the component is unmounted', async () => {
  const { wrapper, calls } = await mounted()
  wrapper.unmount()
  input('keydown')
  expect(calls()).toBe(0)
})
