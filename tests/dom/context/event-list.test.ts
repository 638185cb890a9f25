import { expect, test, vi } from 'vitest'
import { h, nextTick, ref } from 'vue'
import type { ContextEvent } from '#shared/contract/context'
import { nearestTo } from '~/context/event-looks'
import EventLine from '~~/components/context/EventLine.vue'
import EventList from '~~/components/context/EventList.vue'
import MarkedEvents from '~~/components/context/MarkedEvents.vue'
import AppIcon from '~~/components/common/AppIcon'
import { pressKey } from '../../support/dom/keys'
import { mountInNuxt } from '../../support/dom/mount'

const event = (ms: number, level: ContextEvent['level'] = 'info'): ContextEvent => ({
  ...{ ms, level, kind: 'console' as const },
  text: `at ${ms}`,
  detail: null,
})
const components = { AppIcon, EventLine }

test('the event list of a video marks the current event, is one Tab stop, and uses arrow keys', async () => {
  const current = ref(-1)
  const onShow = vi.fn()
  const events = [event(0), event(500, 'error'), event(1000)]
  const { wrapper } = await mountInNuxt(() => ({}), {
    view: () => h(EventList, { events, current: current.value, onShow }),
    components,
  })
  const rows = wrapper.findAll('button')
  const marked = () => rows.map(each => each.attributes('aria-current') ?? '')
  const tabbed = () => rows.map(each => each.attributes('tabindex'))
  expect([marked(), tabbed()]).toEqual([
    ['', '', ''],
    ['0', '-1', '-1'],
  ])
  current.value = 1
  await nextTick()
  expect([marked(), tabbed()]).toEqual([
    ['', 'true', ''],
    ['-1', '0', '-1'],
  ])
  expect(rows[1]?.text()).toContain('Console error: at 500')
  rows[1]?.element.focus()
  for (const [key, index] of [
    ['ArrowDown', 2],
    ['ArrowDown', 2],
    ['ArrowUp', 1],
    ['Home', 0],
    ['ArrowUp', 0],
    ['End', 2],
  ] as const) {
    expect(pressKey(key, { on: document.activeElement as Element })).toBe(true)
    await nextTick()
    expect([key, document.activeElement]).toEqual([key, rows[index]?.element])
    expect(tabbed()[index]).toBe('0')
  }
  expect(pressKey('ArrowLeft', { on: document.activeElement as Element })).toBe(false)
  await rows[2]?.trigger('click')
  expect(onShow).toHaveBeenCalledWith(events[2])
})

test('a comment on a video shows its nearest event, or when selected, the three most important', async () => {
  const times = [0, 100, 200, 300]
  const events = times.map(ms => event(ms, ms === 300 ? 'error' : 'info'))
  const thread = { events, timestampMs: 180, endMs: null }
  const few = { events: [event(1), event(2), event(3)], timestampMs: 2, endMs: null }
  const selected = ref(false)
  const { wrapper } = await mountInNuxt(() => ({}), {
    view: () =>
      h('div', [
        h(MarkedEvents, { thread, selected: selected.value }),
        h(MarkedEvents, { thread: few, selected: selected.value }),
      ]),
    components,
  })
  const shown = () => wrapper.findAll('li').map(each => /at \d+/.exec(each.text())?.[0])
  expect(shown()).toEqual(['at 200', 'at 2'])
  expect(wrapper.findAll('button').map(each => each.text())).toEqual(['3 more', '2 more'])
  selected.value = true
  await nextTick()
  expect(shown()).toEqual(['at 0', 'at 100', 'at 300', 'at 1', 'at 2', 'at 3'])
  // A list of only three events has no button to show more.
  expect(wrapper.findAll('button').map(each => each.text())).toEqual(['1 more'])
  await wrapper.get('button').trigger('click')
  await nextTick()
  expect(shown().slice(0, 4)).toEqual(['at 0', 'at 100', 'at 200', 'at 300'])
  expect(document.activeElement?.tagName).toBe('UL')
  expect(wrapper.find('button').exists()).toBe(false)
})

test('the nearest event of a comment on a range is the most important event within the range', () => {
  const events = [event(100), event(900), event(1500, 'error'), event(2100, 'error')]
  expect(nearestTo(events, { timestampMs: 800, endMs: 2000 })?.ms).toBe(1500)
  expect(nearestTo(events, { timestampMs: 300, endMs: 400 })?.ms).toBe(100)
  expect(nearestTo([], { timestampMs: 300, endMs: null })).toBeUndefined()
})
