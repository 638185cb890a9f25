import type { Page, Request } from '@playwright/test'
import type { CompletionResult } from '#shared/contract/upload'

/**
 * Holds the requests of a page for these URLs until the returned function is called. With `holds`, holds only
 * the requests for which `holds` returns true.
 */
export async function holdRequests(
  page: Page,
  url: Parameters<Page['route']>[0],
  holds: (request: Request) => boolean = () => true,
): Promise<() => void> {
  const { promise: released, resolve } = Promise.withResolvers<null>()
  await page.route(url, async route => {
    if (holds(route.request())) await released
    await route.continue()
  })
  return () => resolve(null)
}

/** Holds every request of a page for the media of a revision, until the returned function is called. */
export function holdEvidence(page: Page, { embedUrl }: CompletionResult): Promise<() => void> {
  const path = new URL(embedUrl ?? '').pathname
  return holdRequests(page, url => url.pathname === path)
}
