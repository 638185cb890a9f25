import type { Browser, Page } from '@playwright/test'

interface VisitOptions {
  /** The width of the window in CSS pixels. Below 640, the browser simulates a phone. */
  width?: number
  /** Runs before the page is loaded. */
  onPage?: (page: Page) => void
}

/** Opens a URL without an account, in a new browser context. The caller closes this context. */
export async function visit(
  browser: Browser,
  url: string,
  { width = 1440, onPage }: VisitOptions = {},
): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width, height: width < 640 ? 844 : 900 },
    hasTouch: width < 640,
  })
  const page = await context.newPage()
  onPage?.(page)
  await page.goto(url)
  await page.waitForSelector('html[data-hydrated]')
  return page
}
