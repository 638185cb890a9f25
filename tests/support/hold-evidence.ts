import type { Page } from '@playwright/test'
import type { CompletionResult } from '#shared/contract/upload'

/** Holds every request of a page for the bytes of a revision, until the returned function is called. */
export async function holdEvidence(page: Page, { embedUrl }: CompletionResult): Promise<() => void> {
  let release = () => {}
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  const path = new URL(embedUrl ?? '').pathname
  await page.route(
    url => url.pathname === path,
    async route => {
      await held
      await route.continue()
    },
  )
  return release
}
