import { expect, test } from 'vitest'
import { h } from 'vue'
import { useCompare } from '~/compare/use-compare'
import AppIcon from '~~/components/common/AppIcon'
import FixComparison from '~~/components/fix/FixComparison.vue'
import FixNotice from '~~/components/fix/FixNotice.vue'
import FixPicture from '~~/components/fix/FixPicture.vue'
import { artifact, thread } from '../../support/dom/fixtures'
import { until } from '../../support/dom/mount'
import { mountOnReview } from '../../support/dom/review-page'
import { stubWorker } from '../../support/dom/worker'

test('the divider in the picture of a fix begins in the middle of a wide mark', async () => {
  const evidence = artifact('a', 2)
  const [before, after] = evidence.revisions
  if (!before || !after) throw new Error('The evidence has two revisions.')
  const mountMark = async (x: number, width: number) => {
    const geometry = width === 0 ? { x, y: 0.5 } : { x, y: 0.5, width, height: 0.1 }
    const kind = width === 0 ? 'point' : 'rectangle'
    const { wrapper } = await mountOnReview(() => ({}), {
      artifacts: [evidence],
      view: () =>
        h(FixComparison, { thread: thread('1', { kind, geometry, markChanged: false }), before, after }),
      components: { AppIcon, FixPicture },
    })
    return wrapper
  }
  const dividedAt = async (x: number, width: number) =>
    (await mountMark(x, width)).find('[role=slider]').attributes('aria-valuenow')
  expect(await dividedAt(0.4, 0.2)).toBe('50')
  expect(await dividedAt(0.8, 0.2)).toBe('70')
  const lefts = (await mountMark(0.4, 0.2)).findAll<HTMLElement>('button > span').map(each => each.element)
  expect(lefts.map(each => each.style.left)).toEqual(['0%', '0%'])
  // A divider at a narrow mark would hide its fix. Both states of the mark are shown next to each other.
  const narrow = await mountMark(0.5, 0)
  expect(narrow.find('[role=slider]').exists()).toBe(false)
  const [older, newer] = narrow.findAll('img').map(each => each.element)
  expect(older?.style.cssText).toBe(newer?.style.cssText)
  // The image is 1200 pixels wide, and 240 of them are shown around a point.
  expect(Number.parseFloat(older?.style.width ?? '')).toBeCloseTo((100 * 1200) / 240)
  expect(narrow.findAll('button > span').map(each => (each.element as HTMLElement).style.left)).toEqual([
    '0%',
    '50%',
  ])
})

/** Shows the picture of a fix in evidence whose revisions are 1200 x 800 pixels. */
async function mountFix(id: string, overrides: Parameters<typeof thread>[1] = {}) {
  const evidence = artifact(id, 2)
  const [before, after] = evidence.revisions
  if (!before || !after) throw new Error('The evidence has two revisions.')
  const workers = stubWorker()
  const fixed = thread('1', {
    artifactId: `art_${id}`,
    kind: 'rectangle',
    geometry: { x: 0.1, y: 0.25, width: 0.2, height: 0.1 },
    ...overrides,
  })
  const mounted = await mountOnReview(() => useCompare(), {
    artifacts: [evidence],
    view: () => h(FixComparison, { thread: fixed, before, after }),
    components: { AppIcon, FixPicture },
  })
  const { wrapper } = mounted
  const tops = () => wrapper.findAll('img').map(each => Number.parseFloat(each.element.style.top))
  return {
    ...mounted,
    workers,
    tops,
    captions: () => wrapper.findAll('p span').map(each => each.text()),
    pending: () => wrapper.findAll('[data-testid=fix-pending]').length,
    marks: () => wrapper.findAll('[data-testid=crop-mark]').length,
    /** Loads both pictures, and ends the comparison in the worker with these changes. */
    async compared(changes: object[]) {
      for (const image of wrapper.findAll('img')) await image.trigger('load')
      await until(() => expect(workers).toHaveLength(1))
      workers[0]?.send({ type: 'done', changed: 1, belowThreshold: 0, total: 9, changes, isNoisy: false })
    },
  }
}

test('the picture of a fix shows moved content at its new place, and says how far it moved', async () => {
  const { tops, captions, compared, marks, pending, wrapper, result, workers } = await mountFix('m')
  // Until the difference is known, the newer picture could only show the old place of the spot.
  const [before, after] = tops()
  expect([after, marks(), pending()]).toEqual([undefined, 1, 1])
  expect(captions()).toEqual(['r1, before', 'r2'])
  expect(wrapper.get('[data-testid=fix-pending]').text()).toBe('Comparing…')
  expect(wrapper.find('[role=slider]').exists()).toBe(false)
  const from = { x: 0, y: 100, width: 1200, height: 400 }
  const to = { ...from, y: 163 }
  await compared([{ ...to, pixels: 5, moved: { from, to } }])
  await until(() => expect(captions()).toEqual(['r1, before', 'r2, now moved 63 px down']))
  expect(workers[0]?.question).toMatchObject({ drawn: false })
  const [still, moved] = tops()
  expect(still).toBe(before)
  expect(moved).toBeLessThan(before ?? 0)
  expect([marks(), pending()]).toEqual([2, 0])
  // The opened comparison shows a box that contains both places of the moved block.
  await wrapper.get('button').trigger('click')
  expect(result.target.value?.box.y).toBeCloseTo(0.25)
  expect(result.target.value?.box.height).toBeCloseTo(0.1 + 63 / 800)
})

test('a known difference is shown at once when the picture of the fix is shown again', async () => {
  const { compared, pending, wrapper } = await mountFix('again')
  await compared([])
  await until(() => expect(pending()).toBe(0))
  wrapper.unmount()
  const again = await mountFix('again')
  expect([again.pending(), again.tops().length, again.workers.length]).toEqual([0, 2, 0])
})

test('a newer picture is not awaited if nothing changed at the spot, or the comparison failed', async () => {
  const same = await mountFix('same', { markChanged: false })
  expect([same.pending(), same.tops().length]).toEqual([0, 2])
  const { workers, wrapper, pending, tops } = await mountFix('failed')
  await wrapper.get('img').trigger('load')
  await until(() => expect(workers).toHaveLength(1))
  workers[0]?.send({ type: 'failed', isHidden: false })
  await until(() => expect([pending(), tops().length]).toEqual([0, 2]))
})

test('the picture of a fix says if the commented content was removed, and then shows no mark', async () => {
  const { captions, compared, marks } = await mountFix('g')
  const from = { x: 0, y: 100, width: 1200, height: 400 }
  await compared([{ ...from, pixels: 5, removed: { from, to: { ...from, height: 4 } } }])
  await until(() => expect(captions()).toEqual(['r1, before', 'r2, now gone']))
  expect(marks()).toBe(1)
})

test('the picture of a fix in a large mark shows the largest change inside of it', async () => {
  const { compared, wrapper } = await mountFix('w', { geometry: { x: 0, y: 0.25, width: 1, height: 0.5 } })
  const widths = () => wrapper.findAll('img').map(each => Number.parseFloat(each.element.style.width))
  const tops = () => wrapper.findAll('img').map(each => Number.parseFloat(each.element.style.top))
  expect(widths()).toEqual([100])
  await compared([
    { x: 400, y: 185, width: 300, height: 20, pixels: 5 },
    {
      x: 400,
      y: 330,
      width: 300,
      height: 20,
      pixels: 5,
      within: {
        from: { x: 400, y: 300, width: 300, height: 20 },
        to: { x: 400, y: 330, width: 300, height: 20 },
      },
    },
  ])
  // 400 of 1200 pixels are shown.
  await until(() => expect(widths()).toEqual([300, 300]))
  const [older = 0, newer = 0] = tops()
  expect(older).toBeLessThan(0)
  expect(older - newer).toBeCloseTo((100 * 30) / (400 / (5 / 2)), 0)
})

test('the picture of a fix in a high mark is higher than that of other marks', async () => {
  const { wrapper } = await mountFix('h', { geometry: { x: 0.2, y: 0.2, width: 0.2, height: 0.25 } })
  expect(wrapper.get<HTMLElement>('.overflow-hidden').element.style.aspectRatio).toBe('1.5 / 1')
})

test('the picture of a fix in a large mark keeps its height when the comparison ends', async () => {
  const { compared, wrapper } = await mountFix('k', {
    geometry: { x: 0.05, y: 0.1, width: 0.85, height: 0.75 },
  })
  const frame = () => wrapper.get<HTMLElement>('.overflow-hidden').element.style.aspectRatio
  const pending = frame()
  await compared([{ x: 400, y: 300, width: 60, height: 20, pixels: 5 }])
  await until(() => expect(wrapper.findAll('img')).toHaveLength(2))
  const lefts = wrapper.findAll<HTMLElement>('button > span').map(each => each.element.style.left)
  expect([lefts, frame()]).toEqual([['0%', '50%'], pending])
})

test('a picture of a fix that cannot be loaded shows an error and no mark', async () => {
  const { wrapper, marks, workers, tops } = await mountFix('f')
  await wrapper.get('img').trigger('error')
  await until(() => expect(workers).toHaveLength(1))
  workers[0]?.send({ type: 'failed', isHidden: false })
  await until(() => expect(tops()).toHaveLength(1))
  await wrapper.get('img').trigger('error')
  expect(wrapper.get('button').text()).toBe("Couldn't loadCouldn't load")
  expect([wrapper.findAll('img').length, marks()]).toEqual([0, 0])
})

test('a comment marked as fixed says if there is no new picture, or if nothing changed there', async () => {
  const noticeOf = async (revisions: number, overrides: Parameters<typeof thread>[1], compared = false) => {
    const { wrapper } = await mountOnReview(() => ({}), {
      artifacts: [artifact('a', revisions)],
      view: () => h(FixNotice, { thread: thread('1', { status: 'addressed', ...overrides }), compared }),
    })
    return wrapper.text()
  }
  const none = 'No new picture since this comment'
  expect(await noticeOf(1, {})).toBe(none)
  expect(await noticeOf(2, { revision: 2, kind: 'artifact', geometry: null })).toBe(none)
  expect(await noticeOf(2, { revision: 1 })).toBe('')
  expect(await noticeOf(1, { status: 'open' })).toBe('')
  expect(await noticeOf(1, { status: 'resolved' })).toBe('')
  expect(await noticeOf(1, { artifactId: null, kind: 'review', geometry: null })).toBe('')
  expect(await noticeOf(2, { markChanged: false }, true)).toBe('Nothing changed at this spot')
})
