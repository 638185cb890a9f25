import { expect, onTestFinished, test } from 'vitest'
import { useCommentImages } from '~/comment/use-comment-images'
import { useImageDrop } from '~/comment/use-image-drop'
import { mountInNuxt } from '../../support/dom/mount'
import { png, stubUploads } from '../../support/dom/uploads'

async function mountDrop() {
  localStorage.clear()
  stubUploads()
  const form = document.createElement('form')
  const field = form.appendChild(document.createElement('textarea'))
  const { result } = await mountInNuxt(() => {
    const images = useCommentImages('rev_1', () => 'rev_1:review')
    return { images, ...useImageDrop(images) }
  })
  onTestFinished(() => result.images.snapshot().clear())
  for (const [type, listener] of Object.entries(result.listeners))
    form.addEventListener(type, listener as EventListener)
  /**
   * Dispatches an event with files on the field, because the events of happy-dom have no files. Returns
   * whether the form prevented the default action.
   */
  function send(type: string, more: object) {
    const event = Object.assign(new Event(type, { bubbles: true, cancelable: true }), more)
    field.dispatchEvent(event)
    return event.defaultPrevented
  }
  const names = () => result.images.items.value.map(each => each.name)
  return { form, field, result, send, names }
}

const dragged = { dataTransfer: { types: ['Files'], files: [png('a'), png('b')] } }
const copied = (files: File[], text = '') => ({ clipboardData: { files, getData: () => text } })

test('files dropped on a comment form are attached, and the browser does not open them', async () => {
  const { send, names, result } = await mountDrop()
  expect(send('dragover', dragged)).toBe(true)
  expect(result.isOver.value).toBe(true)
  expect(send('drop', dragged)).toBe(true)
  expect([result.isOver.value, names()]).toEqual([false, ['a.png', 'b.png']])
})

test('a comment form stays a drop target while dragged files are over its fields', async () => {
  const { form, field, send, result } = await mountDrop()
  send('dragover', dragged)
  send('dragleave', { relatedTarget: field })
  expect(result.isOver.value).toBe(true)
  form.dispatchEvent(Object.assign(new Event('dragleave'), { relatedTarget: document.body }))
  expect(result.isOver.value).toBe(false)
})

test('an image dragged from another page is rejected; a TIFF copy of a pasted image is ignored', async () => {
  const { send, names, result } = await mountDrop()
  send('drop', { dataTransfer: { types: ['Files', 'text/uri-list'], files: [] } })
  expect(result.images.problem.value).toMatch(/^A picture from another page can't be dropped/)
  const twin = new File(['b'], 'a.tiff', { type: 'image/tiff' })
  send('paste', copied([png('a'), twin]))
  expect([names(), result.images.problem.value]).toEqual([['a.png'], ''])
})

test('text that is dragged over a comment form is handled by the browser', async () => {
  const { send, names, result } = await mountDrop()
  const text = { dataTransfer: { types: ['text/plain'], files: [] } }
  expect([send('dragover', text), result.isOver.value, send('drop', text)]).toEqual([false, false, false])
  expect(names()).toEqual([])
})

test('an image that is pasted into a comment form is attached, unless text is also pasted', async () => {
  const { send, names } = await mountDrop()
  expect(send('paste', copied([png('a')], 'A1\tB1'))).toBe(false)
  expect(send('paste', copied([], 'Only text'))).toBe(false)
  expect(names()).toEqual([])
  expect(send('paste', copied([png('a')]))).toBe(true)
  expect(names()).toEqual(['a.png'])
})

test('a comment form without support for images does not handle dropped files', async () => {
  const { result } = await mountInNuxt(() => useImageDrop(null))
  expect(result.listeners).toEqual({})
})
