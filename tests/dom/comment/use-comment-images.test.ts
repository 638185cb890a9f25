import { limits } from '#shared/contract/kit/limits'
import type { CommentImage } from '#shared/contract/thread'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { nextTick, ref } from 'vue'
import { hasDraft, imagesName, saveDraftText } from '~/ui/page/use-draft-text'
import { useCommentImages } from '~/comment/use-comment-images'
import { mountInNuxt, until } from '../../support/dom/mount'
import { png, stubUploads } from '../../support/dom/uploads'

beforeEach(() => localStorage.clear())

const image = (id: string): CommentImage => ({
  id: `upi_${id}`,
  name: `${id}.png`,
  mime: 'image/png',
  width: 4,
  height: 3,
  url: `https://exhibit.test/e/${id}`,
})

async function mountImages(initial: CommentImage[] = []) {
  const sent = stubUploads()
  const name = ref('rev_1:review')
  const mounted = await mountInNuxt(() => useCommentImages('rev_1', () => name.value, initial))
  onTestFinished(() => mounted.result.snapshot().clear())
  const isSent = (count: number) => until(() => expect(sent).toHaveLength(count))
  /** Responds to the newest upload request, and waits until the form has handled the response. */
  const respond = async (count: number, status: number, body: object) => {
    await isSent(count)
    const before = mounted.result.items.value
    sent.at(-1)?.respond(status, body)
    await until(() => expect(mounted.result.items.value).not.toBe(before))
  }
  return { ...mounted, images: mounted.result, sent, isSent, name, respond }
}
const names = (images: { items: { value: readonly { name: string }[] } }) =>
  images.items.value.map(each => each.name)

test('the images of a comment are uploaded one by one, and kept in its draft until it is sent', async () => {
  const { images, sent, isSent, respond, wrapper } = await mountImages()
  images.add([png('a'), png('b')])
  await isSent(1)
  expect(sent[0]?.path).toBe('/v1/reviews/rev_1/comment-images?name=a.png')
  sent[0]?.receive(0.5)
  expect(images.items.value.map(each => each.share)).toEqual([0.5, 0])
  expect([images.areReady.value, images.status.value]).toEqual([false, 'Uploading a.png'])
  await respond(1, 201, image('a'))
  await respond(2, 201, image('b'))
  expect([images.areReady.value, images.status.value]).toEqual([true, 'b.png attached'])
  expect(images.ids.value).toEqual(['upi_a', 'upi_b'])
  wrapper.unmount()
  expect(hasDraft('rev_1:review')).toBe(true)
  const next = await mountImages()
  expect(next.images.ids.value).toEqual(['upi_a', 'upi_b'])
  next.images.snapshot().clear()
  expect([hasDraft('rev_1:review'), next.images.ids.value]).toEqual([false, []])
})

test('an image that is removed during its upload is not part of the comment', async () => {
  const { images, sent, isSent, respond } = await mountImages()
  images.add([png('a'), png('b')])
  await isSent(1)
  const [first] = images.items.value
  if (first) images.remove(first)
  expect(sent[0]?.aborted()).toBe(true)
  await isSent(2)
  await respond(2, 201, image('b'))
  expect([names(images), images.problem.value]).toEqual([['b.png'], ''])
})

test('an image of a comment whose upload failed shows the reason, and can be retried', async () => {
  const { images, sent, isSent, respond } = await mountImages()
  images.add([png('a')])
  await respond(1, 409, { data: { error: 'conflict', message: 'Too many.', hint: null, field: null } })
  expect([images.problem.value, images.areReady.value]).toEqual(['“a.png”: Too many.', false])
  const [item] = images.items.value
  if (item) images.retry(item)
  expect(images.problem.value).toBe('')
  await isSent(2)
  sent[1]?.breakOff()
  await until(() => expect(images.problem.value).toBe('“a.png”: The upload was interrupted.'))
  const [again] = images.items.value
  if (again) images.retry(again)
  await respond(3, 201, image('a'))
  expect(images.ids.value).toEqual(['upi_a'])
})

test('an image is added to its own comment if its upload ends while another comment is shown', async () => {
  const { images, sent, isSent, name } = await mountImages()
  images.add([png('a')])
  await isSent(1)
  name.value = 'rev_1:art_b'
  await nextTick()
  expect(names(images)).toEqual([])
  sent[0]?.respond(201, image('a'))
  await until(() => expect(hasDraft('rev_1:review')).toBe(true))
  expect([names(images), hasDraft('rev_1:art_b')]).toEqual([[], false])
  name.value = 'rev_1:review'
  await nextTick()
  expect(images.ids.value).toEqual(['upi_a'])
})

test('an empty, too large or non-image file, and an 11th image, are rejected with a reason', async () => {
  const { images, sent } = await mountImages()
  images.add([new File(['x'], 'notes.txt', { type: 'text/plain' })])
  expect(images.problem.value).toBe('“notes.txt” is not an image. Use PNG, JPEG, WebP, GIF or AVIF.')
  images.add([new File(['x'], 'photo.heic', { type: 'image/heic' })])
  expect(images.problem.value).toBe('“photo.heic” is a HEIC image. Export it as PNG or JPEG.')
  images.add([new File([], 'none.png', { type: 'image/png' })])
  expect(images.problem.value).toBe('“none.png” is empty.')
  const sized = (bytes: number) => new File([new Uint8Array(bytes)], 'big.png', { type: 'image/png' })
  images.add([sized(limits.commentImageBytes + 1)])
  expect(images.problem.value).toBe('“big.png” is 10.0 MiB. The limit is 10 MiB.')
  expect([names(images), sent]).toEqual([[], []])
  images.add([sized(limits.commentImageBytes)])
  expect([names(images), images.problem.value]).toEqual([['big.png'], ''])
  images.add(Array.from({ length: limits.commentImages }, (_, index) => png(`${index}`)))
  expect(images.problem.value).toBe('A comment can have 10 images.')
  expect(names(images)).toHaveLength(limits.commentImages)
})

test('the images of an edited comment are stored on the device only if they have changed', async () => {
  const { images, respond } = await mountImages([image('old')])
  expect([images.ids.value, images.areChanged.value]).toEqual([['upi_old'], false])
  const [old] = images.items.value
  const before = images.snapshot()
  if (old) images.remove(old)
  expect([images.areChanged.value, hasDraft('rev_1:review')]).toEqual([true, true])
  before.restore()
  expect([images.areChanged.value, hasDraft('rev_1:review')]).toEqual([false, false])
  images.add([png('new')])
  await respond(1, 201, image('new'))
  expect(images.ids.value).toEqual(['upi_old', 'upi_new'])
})

test('images that are added while a comment is being sent belong to the next comment', async () => {
  const { images, isSent, respond } = await mountImages()
  images.add([png('a')])
  await respond(1, 201, image('a'))
  const { clear } = images.snapshot()
  images.add([png('b')])
  await isSent(2)
  clear()
  expect(names(images)).toEqual(['b.png'])
  await respond(2, 201, image('b'))
  expect(images.ids.value).toEqual(['upi_b'])
})

test('an image stays in a comment form that is closed and reopened during the upload', async () => {
  const { images, isSent, wrapper } = await mountImages()
  images.add([png('a')])
  await isSent(1)
  wrapper.unmount()
  const next = await mountInNuxt(() => useCommentImages('rev_1', () => 'rev_1:review'))
  expect([names(next.result), next.result.areReady.value]).toEqual([['a.png'], false])
})

test('an upload that ends after its comment form was reopened adds its image to this form', async () => {
  const { images, sent, isSent, wrapper } = await mountImages()
  images.add([png('a')])
  await isSent(1)
  wrapper.unmount()
  const next = await mountInNuxt(() => useCommentImages('rev_1', () => 'rev_1:review'))
  sent[0]?.respond(201, image('a'))
  await until(() => expect(next.result.ids.value).toEqual(['upi_a']))
  next.result.add([png('b')])
  await isSent(2)
  sent[1]?.respond(201, image('b'))
  await until(() => expect(next.result.ids.value).toEqual(['upi_a', 'upi_b']))
})

test('the object URL of an image is revoked when the image is removed or sent', async () => {
  const freed = vi.spyOn(URL, 'revokeObjectURL')
  const { images, isSent } = await mountImages()
  images.add([png('a'), png('b')])
  await isSent(1)
  const [first, second] = images.items.value
  if (first) images.remove(first)
  expect(freed.mock.calls).toEqual([[first?.src]])
  images.snapshot().clear()
  expect(freed.mock.calls).toEqual([[first?.src], [second?.src]])
})

test.each(['no JSON', '7', '[null]', '[{"id":"upi_a"}]'])(
  'stored images of a comment draft are ignored if their format is invalid: %s',
  async stored => {
    saveDraftText(imagesName('rev_1:review'), stored)
    const { images } = await mountImages()
    expect(images.items.value).toEqual([])
  },
)

test('the error for a file that is not an image names the file, accepted types and the remedy', async () => {
  const { images, respond } = await mountImages()
  images.add([new File(['only words'], 'a.png', { type: 'image/png' })])
  const message = 'The bytes are of an unknown media type, which is not accepted.'
  await respond(1, 422, { data: { error: 'invalid_request', message, hint: null, field: 'body' } })
  await until(() =>
    expect(images.problem.value).toBe(
      '“a.png”: This is not an image. Save it as PNG, JPEG, WebP, GIF or AVIF, and attach it again.',
    ),
  )
})
