import type { JSHandle, Locator, Page } from '@playwright/test'

/** A file that is dropped or pasted in the browser. */
export interface BrowserFile {
  name: string
  mimeType: string
  buffer: Buffer
}

/** Creates a `DataTransfer` object with a file inside the page, for a drop or a paste. */
const transfer = (page: Page, { name, mimeType, buffer }: BrowserFile): Promise<JSHandle<DataTransfer>> =>
  page.evaluateHandle(
    ([base64, fileName, type]) => {
      const carried = new DataTransfer()
      const bytes = Uint8Array.from(atob(base64), each => each.charCodeAt(0))
      carried.items.add(new File([bytes], fileName, { type }))
      return carried
    },
    [buffer.toString('base64'), name, mimeType] as const,
  )

/** Returns functions that send the browser events of dragging and dropping a file. */
export async function dragFile(page: Page, file: BrowserFile) {
  const dataTransfer = await transfer(page, file)
  return {
    over: (selector: string) => page.dispatchEvent(selector, 'dragover', { dataTransfer }),
    drop: (selector: string) => page.dispatchEvent(selector, 'drop', { dataTransfer }),
  }
}

/** Drops a file on an element. */
export async function dropFile(target: Locator, file: BrowserFile): Promise<void> {
  const dataTransfer = await transfer(target.page(), file)
  for (const type of ['dragover', 'drop']) await target.dispatchEvent(type, { dataTransfer })
}

/** Pastes a file into an element. */
export async function pasteFile(target: Locator, file: BrowserFile): Promise<void> {
  await target.evaluate(
    (element, clipboardData) =>
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })),
    await transfer(target.page(), file),
  )
}

/**
 * Drops a file where the page does not accept files. Returns whether the page prevents the browser from
 * leaving the page and showing the file.
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
