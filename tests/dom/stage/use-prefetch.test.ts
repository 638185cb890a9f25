import { expect, test, vi } from 'vitest'
import { nextTick } from 'vue'
import { usePrefetch } from '~/stage/image/use-prefetch'
import { useSelection } from '~/review-state/use-selection'
import { fetchImage } from '~/stage/image/use-image'
import { fakeTimers } from '../../support/dom/browser'
import { artifact, revision } from '../../support/dom/fixtures'
import { stubLoadingImages } from '../../support/dom/images'
import { until } from '../../support/dom/mount'
import { mountOnReview } from '../../support/dom/review-page'

const embedUrl = (id: string) => revision(id, 1).embedUrl as string

/**
 * Mounts three images, the first with two revisions. Each test uses different names, because loaded images
 * are cached.
 */
async function mountPrefetch(name: string, second = artifact(`${name}2`)) {
  const mounted = await mountOnReview(
    () => {
      usePrefetch()
      return useSelection()
    },
    { artifacts: [artifact(`${name}1`, 2), second, artifact(`${name}3`)] },
  )
  const images = stubLoadingImages()
  fakeTimers()
  const shown = embedUrl(`rvs_2${name}1`)
  /** Loads the image on the stage, as the stage itself does. */
  const showImage = async () => {
    const fetched = fetchImage(shown)
    images.load(shown)
    await fetched
    await nextTick()
  }
  const neighbors = [embedUrl(`rvs_1${name}1`), embedUrl(`rvs_1${name}2`)]
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
  return { ...mounted, images, shown, showImage, neighbors, pass }
}

test('the images next to the shown image are loaded only after it was shown for a while', async () => {
  const { images, shown, showImage, neighbors, pass } = await mountPrefetch('p')
  await pass(2000)
  expect(images.asked).toEqual([])
  await showImage()
  await pass(500)
  expect(images.asked).toEqual([shown])
  await pass(200)
  const thumbnails = neighbors.map(each => `${each}?w=640`)
  await until(() => expect(images.asked.slice(1)).toEqual(thumbnails))
})

test('the full-size images of neighbors are loaded one after another, after their thumbnails', async () => {
  const { images, showImage, neighbors, pass } = await mountPrefetch('q')
  await showImage()
  await pass(700)
  for (const each of neighbors) images.load(`${each}?w=640`)
  await until(() => expect(images.asked).toContain(neighbors[0]))
  expect(images.asked).not.toContain(neighbors[1])
  images.fail(neighbors[0] as string)
  await until(() => expect(images.asked).toContain(neighbors[1]))
})

test('leaving the page cancels the loading of neighbor images', async () => {
  const { images, showImage, neighbors, pass, wrapper } = await mountPrefetch('r')
  await showImage()
  await pass(700)
  wrapper.unmount()
  for (const each of neighbors) images.load(`${each}?w=640`)
  await pass(2000)
  expect(images.asked).not.toContain(neighbors[0])
})

test('of evidence that opens as a comparison, the before image is also loaded in advance', async () => {
  const second = artifact('s2', 2, {
    revisions: [revision('rvs_1s2', 1, { isBefore: true }), revision('rvs_2s2', 2)],
  })
  const { images, showImage, pass } = await mountPrefetch('s', second)
  await showImage()
  await pass(700)
  const thumbnails = ['rvs_1s1', 'rvs_2s2', 'rvs_1s2'].map(id => `${embedUrl(id)}?w=640`)
  await until(() => expect(images.asked.slice(1)).toEqual(thumbnails))
})
