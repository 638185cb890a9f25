import { afterEach, expect, test, vi } from 'vitest'
import { ref } from 'vue'
import { useFileDrop } from '~/evidence/use-file-drop'
import { addElement } from '../../support/dom/keys'
import { mountInNuxt } from '../../support/dom/mount'
import { png } from '../../support/dom/uploads'

afterEach(() => {
  document.body.innerHTML = ''
})

/**
 * Dispatches an event with files, because the events of happy-dom have no files. Returns whether the page
 * prevented the default action.
 */
function send(type: string, more: object = {}, on: Element = document.body): boolean {
  const event = Object.assign(new Event(type, { bubbles: true, cancelable: true }), more)
  on.dispatchEvent(event)
  return event.defaultPrevented
}
const file = png('a')
const dragged = { dataTransfer: { types: ['Files'], files: [file] } }
const tiff = (name: string) => new File(['b'], `${name}.tiff`, { type: 'image/tiff' })
const pasted = (types: string[]) => ({ clipboardData: { types, files: [file] } })

async function mountDrop() {
  const [onFiles, onLink] = [vi.fn(), vi.fn()]
  const enabled = ref(true)
  const mounted = await mountInNuxt(() => useFileDrop({ enabled: () => enabled.value, onFiles, onLink }))
  return { ...mounted, onFiles, onLink, enabled, over: mounted.result.over }
}

test('the page receives dropped files and the element on which they were dropped', async () => {
  const { over, onFiles } = await mountDrop()
  const target = addElement('<section></section>')
  expect(send('dragover', dragged, target)).toBe(true)
  expect(over.value).toBe(target)
  expect(send('drop', dragged, target)).toBe(true)
  expect(over.value).toBeNull()
  expect(onFiles.mock.calls).toEqual([[[file], target]])
})

test('the drop target is cleared when dragged files leave the window', async () => {
  const { over } = await mountDrop()
  send('dragover', dragged)
  send('dragleave', { relatedTarget: document.body })
  expect(over.value).toBe(document.body)
  send('dragleave', { relatedTarget: null })
  expect(over.value).toBeNull()
})

test('an image of the page itself and text are not accepted as dropped files', async () => {
  const { onFiles } = await mountDrop()
  send('dragstart')
  expect(send('drop', dragged)).toBe(false)
  send('dragend')
  expect(send('drop', { dataTransfer: { types: ['text/plain'], files: [] } })).toBe(false)
  expect(onFiles).not.toHaveBeenCalled()
  expect(send('drop', dragged)).toBe(true)
})

test('an image dragged from another page does not replace this page, and a message says why', async () => {
  const { onFiles, onLink, over, enabled } = await mountDrop()
  const types = ['text/uri-list', 'text/html']
  const linked = { dataTransfer: { types, files: [] } }
  expect(send('dragover', linked)).toBe(true)
  expect(over.value).toBeNull()
  expect(send('drop', linked)).toBe(true)
  expect(onLink).toHaveBeenCalledTimes(1)
  // Chrome also lists the type "Files" when an image is dragged from another page.
  expect(send('drop', { dataTransfer: { types: [...types, 'Files'], files: [] } })).toBe(true)
  expect(onLink).toHaveBeenCalledTimes(2)
  expect(send('drop', { dataTransfer: { types: [...types, 'Files'], files: [file] } })).toBe(true)
  expect(onFiles).toHaveBeenCalledTimes(1)
  // The browser inserts the URL of the image into a text field.
  expect(send('drop', linked, addElement('<textarea></textarea>'))).toBe(false)
  enabled.value = false
  expect(send('drop', linked)).toBe(true)
  expect(onLink).toHaveBeenCalledTimes(2)
})

test('dragging a link of the page itself is handled by the browser', async () => {
  const { onLink } = await mountDrop()
  send('dragstart')
  expect(send('drop', { dataTransfer: { types: ['text/uri-list'], files: [] } })).toBe(false)
  expect(onLink).not.toHaveBeenCalled()
})

test('a pasted image with a copy in another format counts as one image', async () => {
  const { onFiles } = await mountDrop()
  const [image, twin] = [new File(['a'], 'image.png', { type: 'image/png' }), tiff('image')]
  send('paste', { clipboardData: { types: ['Files'], files: [image, twin] } })
  expect(onFiles).toHaveBeenLastCalledWith([image], null)
  // A TIFF file with another name is not a copy, so both files are passed on.
  send('paste', { clipboardData: { types: ['Files'], files: [file, tiff('scan')] } })
  expect(onFiles.mock.lastCall?.[0]).toHaveLength(2)
})

test('a pasted image is accepted unless the focus is in a text field', async () => {
  const { onFiles } = await mountDrop()
  expect(send('paste', pasted(['Files']))).toBe(true)
  expect(onFiles).toHaveBeenCalledWith([file], null)
  expect(send('paste', pasted(['Files']), addElement('<textarea></textarea>'))).toBe(false)
  expect(send('paste', pasted(['Files', 'text/plain']), addElement('<textarea></textarea>'))).toBe(false)
  expect(send('paste', { clipboardData: { types: ['text/plain'], files: [] } })).toBe(false)
  expect(onFiles).toHaveBeenCalledTimes(1)
})

test('a page that accepts no files prevents the browser from opening dropped files', async () => {
  const { enabled, over, onFiles, wrapper } = await mountDrop()
  enabled.value = false
  expect([send('dragover', dragged), send('drop', dragged), send('paste', pasted(['Files']))]).toEqual([
    true,
    true,
    false,
  ])
  expect(over.value).toBeNull()
  enabled.value = true
  wrapper.unmount()
  expect(send('drop', dragged)).toBe(false)
  expect(onFiles).not.toHaveBeenCalled()
})

test('the page ignores dropped files over a form that accepts them itself', async () => {
  const { over, onFiles } = await mountDrop()
  const form = addElement('<form></form>')
  for (const type of ['dragover', 'drop', 'paste'])
    form.addEventListener(type, event => event.preventDefault())
  send('dragover', dragged)
  expect(over.value).toBe(document.body)
  send('dragover', dragged, form)
  expect(over.value).toBeNull()
  send('drop', dragged, form)
  send('paste', pasted(['Files']), form)
  expect(onFiles).not.toHaveBeenCalled()
})
