import { expect, test } from 'vitest'
import { nextTick, ref } from 'vue'
import { useImage } from '~/stage/image/use-image'
import { mountInNuxt, settle, until } from '../../support/dom/mount'
import { stubLoadingImages } from '../../support/dom/images'

const FULL = { width: 2000, height: 1000 }

/**
 * Mounts the image of a URL. Each test uses different URLs, because image sizes are cached for the whole
 * page.
 */
async function mountImage(first: string | null) {
  const images = stubLoadingImages()
  const address = ref(first)
  const { result } = await mountInNuxt(() => useImage(() => address.value))
  return { ...result, address, images }
}

test('a thumbnail is shown first, then the whole image with its size', async () => {
  const { src, natural, images } = await mountImage('/a')
  expect(src.value).toBeNull()
  images.load('/a?w=640')
  await until(() => expect(src.value).toBe('/a?w=640'))
  expect(natural.value).toBeNull()
  images.load('/a', FULL)
  await until(() => expect(src.value).toBe('/a'))
  expect(natural.value).toEqual(FULL)
})

test('a thumbnail that loads after the whole image does not replace it', async () => {
  const { src, images } = await mountImage('/b')
  images.load('/b', FULL)
  await until(() => expect(src.value).toBe('/b'))
  images.load('/b?w=640')
  await settle()
  expect(src.value).toBe('/b')
})

test('an image that arrives after another image was chosen is not shown', async () => {
  const { src, address, images } = await mountImage('/c1')
  address.value = '/c2'
  await nextTick()
  images.load('/c1?w=640')
  images.load('/c1', FULL)
  await settle()
  expect(src.value).toBeNull()
  images.load('/c2', FULL)
  await until(() => expect(src.value).toBe('/c2'))
})

test('an image that was fetched before is shown at once', async () => {
  const { src, natural, address, images } = await mountImage('/d1')
  images.load('/d1', FULL)
  await until(() => expect(src.value).toBe('/d1'))
  address.value = '/d2'
  await nextTick()
  address.value = '/d1'
  await nextTick()
  expect([src.value, natural.value]).toEqual(['/d1', FULL])
})

test('an image that cannot be loaded can be requested again', async () => {
  const { src, failed, retry, images } = await mountImage('/e')
  images.fail('/e')
  await until(() => expect(failed.value).toBe(true))
  retry()
  expect(failed.value).toBe(false)
  images.load('/e', FULL)
  await until(() => expect(src.value).toBe('/e'))
})

test('the load error of an image that was replaced is not shown', async () => {
  const { failed, address, images } = await mountImage('/f1')
  address.value = '/f2'
  await nextTick()
  images.fail('/f1')
  await settle()
  expect(failed.value).toBe(false)
})

test('a failed image stays failed if the image that it replaced fails later', async () => {
  const { failed, address, images } = await mountImage('/i1')
  address.value = '/i2'
  await nextTick()
  images.fail('/i2')
  await until(() => expect(failed.value).toBe(true))
  images.fail('/i1')
  await settle()
  expect(failed.value).toBe(true)
})

test('an image is shown even if its thumbnail cannot be loaded', async () => {
  const { src, failed, images } = await mountImage('/g')
  images.fail('/g?w=640')
  images.load('/g', FULL)
  await until(() => expect(src.value).toBe('/g'))
  expect(failed.value).toBe(false)
})

test('an image that could not be loaded is loaded again when the browser is back online', async () => {
  const { src, failed, images } = await mountImage('/h')
  images.fail('/h')
  await until(() => expect(failed.value).toBe(true))
  window.dispatchEvent(new Event('online'))
  expect(failed.value).toBe(false)
  images.load('/h', FULL)
  await until(() => expect(src.value).toBe('/h'))
})
