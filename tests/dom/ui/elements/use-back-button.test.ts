import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { nextTick, ref } from 'vue'
import { useBackButton } from '~/ui/elements/use-back-button'
import { mountInNuxt } from '../../../support/dom/mount'

/** The close watchers of the page, oldest first, as a browser keeps them. */
const watchers: EventTarget[] = []
class Watcher extends EventTarget {
  constructor() {
    super()
    watchers.push(this)
  }
  destroy() {
    watchers.splice(watchers.indexOf(this) >>> 0, 1)
  }
}
/** Presses the button as a browser does: it ends the latest close watcher, which gets the event `close`. */
async function pressBack() {
  watchers.pop()?.dispatchEvent(new Event('close'))
  await nextTick()
  await nextTick()
}
let isTouchScreen = true
beforeEach(() => {
  isTouchScreen = true
  vi.stubGlobal('CloseWatcher', Watcher)
  vi.stubGlobal('matchMedia', () => ({ matches: isTouchScreen, addEventListener() {} }))
})
afterEach(() => {
  watchers.length = 0
  vi.unstubAllGlobals()
})

test('the Back button closes the panel or menu opened last, and finally leaves the page', async () => {
  const open = ref<string[]>([])
  await mountInNuxt(() => {
    for (const part of ['sheet', 'menu'])
      useBackButton(
        () => open.value.includes(part),
        () => {
          open.value = open.value.filter(each => each !== part)
        },
      )
    return {}
  })
  expect(watchers).toHaveLength(0)
  open.value = ['sheet']
  await nextTick()
  open.value = ['sheet', 'menu']
  await nextTick()
  await pressBack()
  expect(open.value).toEqual(['sheet'])
  await pressBack()
  expect(open.value).toEqual([])
  expect(watchers).toHaveLength(0)
})

test('a panel or menu that was closed in another way needs no press of the Back button', async () => {
  const isOpen = ref(true)
  const close = vi.fn()
  await mountInNuxt(() => {
    useBackButton(() => isOpen.value, close)
    return {}
  })
  expect(watchers).toHaveLength(1)
  isOpen.value = false
  await nextTick()
  expect(watchers).toHaveLength(0)
  expect(close).not.toHaveBeenCalled()
})

test('each press of the Back button closes one step of a panel with several steps', async () => {
  const left = ref(2)
  await mountInNuxt(() => {
    useBackButton(
      () => left.value > 0,
      () => left.value--,
    )
    return {}
  })
  await pressBack()
  expect(left.value).toBe(1)
  await pressBack()
  expect(left.value).toBe(0)
  expect(watchers).toHaveLength(0)
})

test('Escape does not run the handler of the Back button, as the page itself handles Escape', async () => {
  const close = vi.fn()
  await mountInNuxt(() => {
    useBackButton(() => true, close)
    return {}
  })
  const send = (type: string) =>
    document.body.dispatchEvent(new KeyboardEvent(type, { key: 'Escape', bubbles: true }))
  send('keydown')
  await pressBack()
  send('keyup')
  expect(close).not.toHaveBeenCalled()
  await pressBack()
  expect(close).toHaveBeenCalledOnce()
})

test('without a touch screen, no close watcher is created that would take Escape from the page', async () => {
  isTouchScreen = false
  await mountInNuxt(() => {
    useBackButton(
      () => true,
      () => {},
    )
    return {}
  })
  expect(watchers).toHaveLength(0)
})
