import { expect, test, vi } from 'vitest'
import { nextTick, ref } from 'vue'
import type { ComparisonSettings } from '#shared/contract/comparison'
import { useDifference } from '~/difference/use-difference'
import { mountInNuxt } from '../../support/dom/mount'
import { stubWorker, type FakeWorker } from '../../support/dom/worker'

const bitmap = () => ({ close: vi.fn() })
const band = (y: number, progress: number, picture = bitmap()) => ({
  type: 'band',
  y,
  rows: 10,
  width: 100,
  bitmap: picture,
  progress,
})
const result = { type: 'done', changed: 7, belowThreshold: 1, total: 1000, changes: [], isNoisy: false }

async function mountDifference() {
  const made = stubWorker()
  const pair = ref<[string, string] | null>(['/a', '/b'])
  const settings = ref<ComparisonSettings>({ threshold: null, ignored: [] })
  const mounted = await mountInNuxt(() =>
    useDifference(
      () => pair.value,
      () => settings.value,
    ),
  )
  const worker = (index: number) => made[index] as FakeWorker
  return { ...mounted, ...mounted.result, pair, settings, worker, made }
}

test('changing the settings of a difference does not forget whether the images are dark', async () => {
  const { difference, settings, worker } = await mountDifference()
  expect(difference.value.isDark).toBeNull()
  worker(0).send({ type: 'loaded', isDark: true })
  worker(0).send(result)
  expect(difference.value).toMatchObject({ state: 'done', isDark: true })
  settings.value = { threshold: 0.1, ignored: [] }
  await nextTick()
  expect(difference.value).toMatchObject({ state: 'working', isDark: true })
  worker(1).send({ type: 'failed' })
  expect(difference.value).toMatchObject({ state: 'failed', isDark: true })
})

test('a difference is computed in bands, which arrive before the number of changed pixels', async () => {
  const { difference, bands, worker } = await mountDifference()
  expect(worker(0).question).toEqual({ left: '/a', right: '/b', threshold: null, ignored: [] })
  worker(0).send(band(0, 0.5))
  expect([difference.value.state, difference.value.progress]).toEqual(['working', 0.5])
  worker(0).send(band(10, 1))
  worker(0).send(result)
  expect(bands.value.map(each => each.y)).toEqual([0, 10])
  expect(difference.value).toMatchObject({ state: 'done', changed: 7, progress: 1 })
  expect(worker(0).terminated).toBe(true)
})

test('choosing other images stops the computation of the old difference and frees its bitmaps', async () => {
  const { difference, bands, pair, worker } = await mountDifference()
  const first = bitmap()
  worker(0).send(band(0, 0.5, first))
  pair.value = ['/a', '/c']
  await nextTick()
  expect(worker(0).terminated).toBe(true)
  expect(first.close).toHaveBeenCalledTimes(1)
  expect([bands.value.length, difference.value.progress]).toEqual([0, 0])
  expect(worker(1).question).toMatchObject({ left: '/a', right: '/c' })
})

test('a difference that fails can be tried again', async () => {
  const { difference, retry, worker } = await mountDifference()
  worker(0).send({ type: 'failed' })
  expect(difference.value.state).toBe('failed')
  retry()
  expect(difference.value.state).toBe('working')
  worker(1).onerror()
  expect(difference.value.state).toBe('failed')
  expect(worker(1).terminated).toBe(true)
})

test('without a pair of images, no difference is computed', async () => {
  const { pair, made } = await mountDifference()
  pair.value = null
  await nextTick()
  expect(made).toHaveLength(1)
  expect(made[0]?.terminated).toBe(true)
})

test('closing the stage stops the computation of the difference and frees its bitmaps', async () => {
  const { wrapper, worker } = await mountDifference()
  const picture = bitmap()
  worker(0).send(band(0, 0.5, picture))
  wrapper.unmount()
  expect(worker(0).terminated).toBe(true)
  expect(picture.close).toHaveBeenCalledTimes(1)
})

test('a difference is computed again when the settings change', async () => {
  const { difference, settings, worker } = await mountDifference()
  worker(0).send(result)
  settings.value = { threshold: 0.1, ignored: [{ x: 1, y: 2, width: 3, height: 4 }] }
  await nextTick()
  expect(difference.value.state).toBe('working')
  expect(worker(1).question).toEqual({ left: '/a', right: '/b', ...settings.value })
})

test('a computed difference is shown again without a computation, even after another pair', async () => {
  const { difference, bands, pair, worker, made } = await mountDifference()
  const picture = bitmap()
  worker(0).send(band(0, 1, picture))
  worker(0).send(result)
  // Another compare mode shows no difference.
  pair.value = null
  await nextTick()
  expect([difference.value.state, bands.value.length]).toEqual(['working', 0])
  pair.value = ['/a', '/c']
  await nextTick()
  worker(1).send(result)
  pair.value = ['/a', '/b']
  await nextTick()
  expect(difference.value).toMatchObject({ state: 'done', changed: 7 })
  expect(bands.value.map(each => each.bitmap)).toEqual([picture])
  expect(picture.close).not.toHaveBeenCalled()
  expect(made).toHaveLength(2)
})

test('only a few differences are cached, and the bitmaps of the others are freed', async () => {
  const { wrapper, pair, worker } = await mountDifference()
  const pictures = Array.from({ length: 6 }, bitmap)
  for (const [at, picture] of pictures.entries()) {
    worker(at).send(band(0, 1, picture))
    worker(at).send(result)
    pair.value = ['/a', `/${at}`]
    await nextTick()
  }
  expect(pictures.map(({ close }) => close.mock.calls.length)).toEqual([1, 1, 0, 0, 0, 0])
  wrapper.unmount()
  expect(pictures.map(({ close }) => close.mock.calls.length)).toEqual([1, 1, 1, 1, 1, 1])
})

test('a difference with very large bitmaps is not cached', async () => {
  const { pair, worker } = await mountDifference()
  const picture = bitmap()
  worker(0).send({ ...band(0, 1, picture), rows: 20_000, width: 1000 })
  worker(0).send(result)
  pair.value = null
  await nextTick()
  expect(picture.close).toHaveBeenCalledTimes(1)
})
