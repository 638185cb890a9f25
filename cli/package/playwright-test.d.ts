import type { Locator, Page, PageScreenshotOptions } from '@playwright/test'

export { expect } from '@playwright/test'

/**
 * The `test` of Playwright. With the option `video`, it also attaches the events of the recorded pages:
 * console messages, page errors and failed requests.
 */
export { test } from '@playwright/test'

/**
 * Attaches a screenshot of a page or an element as evidence, with the elements that it shows. Give each
 * picture of a test a different name. A picture with `mask` is sent without elements.
 */
export declare function capture(
  target: Page | Locator,
  name?: string,
  options?: Omit<PageScreenshotOptions, 'clip' | 'path' | 'type' | 'quality'>,
): Promise<void>
