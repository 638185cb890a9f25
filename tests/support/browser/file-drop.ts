import type { Page } from '@playwright/test'

/** A file as the browser gets it. */
export interface DroppedFile {
  name: string
  mimeType: string
  buffer: Buffer
}

/** Returns a drag of a file: each of its functions sends what the browser sends for it. */
export async function dragFile(page: Page, { name, mimeType, buffer }: DroppedFile) {
  const dataTransfer = await page.evaluateHandle(
    ([base64, fileName, type]) => {
      const carried = new DataTransfer()
      const bytes = Uint8Array.from(atob(base64), each => each.charCodeAt(0))
      carried.items.add(new File([bytes], fileName, { type }))
      return carried
    },
    [buffer.toString('base64'), name, mimeType] as const,
  )
  return {
    over: (selector: string) => page.dispatchEvent(selector, 'dragover', { dataTransfer }),
    drop: (selector: string) => page.dispatchEvent(selector, 'drop', { dataTransfer }),
  }
}

/**
 * Drops a file where the page takes none. Returns whether the page keeps the browser from leaving it to show
 * the file.
 */
export const isDropKept = (page: Page, selector = 'body'): Promise<boolean> =>
  page
    .locator(selector)
    .first()
    .evaluate(element => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File(['a'], 'a.png', { type: 'image/png' }))
      const send = (type: string) =>
        element.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }))
      return !send('dragover') && !send('drop')
    })
