import type { Locator, Page } from '@playwright/test'
import { stagePoints } from './stage'

/** The field of a comment on the image of the stage, below the conversation. */
export const composer = (page: Page): Locator => page.getByLabel('Comment on this image')

/** The field of the open box on the stage; behind it, there may be others that are being sent. */
export const spotField = (page: Page): Locator =>
  page.getByLabel('Comment on this spot').filter({ visible: true })

/** The pending comment with a text that is listed below the others. */
export const pendingItem = (page: Page, text: string): Locator =>
  page.getByRole('list', { name: 'Pending' }).getByRole('listitem').filter({ hasText: text })

/** Clicks or taps the image of the stage, at fractions of it. */
export async function pressImage(page: Page, x: number, y: number, how: 'click' | 'tap' = 'click') {
  const at = await (await stagePoints(page))(x, y)
  await (how === 'click' ? page.mouse.click(at.x, at.y) : page.touchscreen.tap(at.x, at.y))
}

/** A file as a page gets it. */
interface HandedFile {
  name: string
  mimeType: string
  buffer: Buffer
}

/** Dispatches a paste or a drop of a file on a field. */
export async function hand(field: Locator, how: 'paste' | 'drop', { name, mimeType, buffer }: HandedFile) {
  await field.evaluate(
    (element, [type, fileName, mime, base64]) => {
      const data = new DataTransfer()
      const bytes = Uint8Array.from(atob(base64), each => each.charCodeAt(0))
      data.items.add(new File([bytes], fileName, { type: mime }))
      const options = { bubbles: true, cancelable: true }
      if (type === 'paste')
        return element.dispatchEvent(new ClipboardEvent('paste', { ...options, clipboardData: data }))
      element.dispatchEvent(new DragEvent('dragover', { ...options, dataTransfer: data }))
      return element.dispatchEvent(new DragEvent('drop', { ...options, dataTransfer: data }))
    },
    [how, name, mimeType, buffer.toString('base64')] as const,
  )
}
