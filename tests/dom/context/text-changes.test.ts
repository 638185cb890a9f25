import { expect, test, vi } from 'vitest'
import { h, nextTick, ref } from 'vue'
import AppIcon from '~~/components/common/AppIcon'
import TextChanges from '~~/components/context/TextChanges.vue'
import { revision } from '../../support/dom/fixtures'
import { pressKey } from '../../support/dom/keys'
import { settle, until } from '../../support/dom/mount'
import { mountOnReview } from '../../support/dom/review-page'

const READ = 'GET /v1/revisions/{id}/context'

async function mountChanges(before: string, after: string | null, hasContext = true) {
  const closed = ref(false)
  const onOpen = vi.fn()
  const { wrapper, api } = await mountOnReview(() => ({}), {
    view: () =>
      h(TextChanges, {
        before: revision('rvs_1', 1, { hasContext: true }),
        after: revision('rvs_2', 2, { hasContext }),
        closed: closed.value,
        onOpen,
      }),
    components: { AppIcon },
    handlers: {
      [READ]: ({ params }) => ({
        ...{ page: null, elements: [], events: [] },
        aria: params.id === 'rvs_1' ? before : after,
      }),
    },
  })
  const button = () => wrapper.find('button')
  const open = async () => {
    await until(() => expect(button().exists()).toBe(true))
    await button().trigger('click')
    return wrapper.findAll('li').map(each => each.text())
  }
  return { wrapper, api, closed, onOpen, button, open }
}

test('the changes between the texts of two pages are listed as sentences', async () => {
  const { open, button, onOpen } = await mountChanges(
    [
      '- button "Save"',
      '- button',
      '- checkbox "Terms" [checked]',
      '- textbox "Email": a',
      '- link "Buy"',
    ].join('\n'),
    ['- checkbox "Terms"', '- textbox "Email": b', '- link "Buy now"', '- heading "Sum" [level=1]'].join(
      '\n',
    ),
  )
  expect(await open()).toEqual([
    'button “Save” is gone',
    'button is gone',
    'checkbox “Terms” is no longer “checked”',
    'textbox “Email” is “b” instead of “a”',
    'link “Buy” became “Buy now”',
    'heading “Sum” is new',
  ])
  expect(button().attributes('aria-label')).toBe('6 text changes')
  expect(onOpen).toHaveBeenCalledOnce()
})

test('the list of changed texts has at most 50 changes, and states how many more exist', async () => {
  const lines = (count: number) => Array.from({ length: count }, (_, at) => `- link "L${at}"`).join('\n')
  expect(await (await mountChanges('- text: x', lines(49))).open()).toHaveLength(50)
  const more = await (await mountChanges('- text: x', lines(50))).open()
  expect([more.length, more.at(-1)]).toEqual([51, '1 more'])
})

test('the list of changed texts closes with Escape, or when something opens in its place', async () => {
  const { open, wrapper, closed, button } = await mountChanges('- button "A"', '- link "B"')
  expect(await open()).toHaveLength(2)
  expect(pressKey('Escape')).toBe(true)
  await nextTick()
  expect(wrapper.find('ul').exists()).toBe(false)
  await button().trigger('click')
  closed.value = true
  await nextTick()
  await nextTick()
  expect([wrapper.find('ul').exists(), button().attributes('aria-expanded')]).toEqual([false, 'false'])
})

test('no changed texts are offered if the texts are equal, or if a text or context is missing', async () => {
  const equal = await mountChanges('- button "A"', '- button "A"')
  const without = await mountChanges('- button "A"', null)
  for (const { api, button } of [equal, without]) {
    await until(() => expect(api.calls.filter(each => each.operation === READ)).toHaveLength(2))
    await settle()
    expect(button().exists()).toBe(false)
  }
  const one = await mountChanges('- button "A"', '- button "B"', false)
  await settle()
  expect(one.api.calls.filter(each => each.operation === READ)).toEqual([])
})
