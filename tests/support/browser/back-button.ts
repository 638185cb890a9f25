import type { Page } from '@playwright/test'

/** A close watcher of the browser (HTML standard, "Close requests"). */
interface CloseWatcher extends EventTarget {
  requestClose(): void
  destroy(): void
}
interface WatchedWindow {
  CloseWatcher: new () => CloseWatcher
  closeWatchers: CloseWatcher[]
}

/** Prepares a page for {@link pressBack}. Call it before the page is opened. */
export const keepCloseWatchers = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const opened = window as unknown as WatchedWindow
    opened.closeWatchers = []
    opened.CloseWatcher = class extends opened.CloseWatcher {
      constructor() {
        super()
        opened.closeWatchers.push(this)
        this.addEventListener('close', () => this.forget())
      }
      forget() {
        opened.closeWatchers = opened.closeWatchers.filter(each => each !== this)
      }
      override destroy() {
        super.destroy()
        this.forget()
      }
    }
  })

/**
 * Presses the Back button of Android: the latest active close watcher of the page gets a close request.
 * Chromium on a desktop has no such button.
 */
export const pressBack = (page: Page): Promise<void> =>
  page.evaluate(() => (window as unknown as WatchedWindow).closeWatchers.at(-1)?.requestClose())
