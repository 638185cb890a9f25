import { test as base, expect, type BrowserContext, type Page } from '@playwright/test'
import type { Call } from '../server/client'
import { signUp, type Person } from '../people/sign-up'
import { newReview } from '../reviews/review'
import { preloading } from '../server/preload'
import { startServer, type TestServer } from '../server/server'

/**
 * Options of a test file. `env` contains the settings of its server. To change them, a file calls `test.use({
 * env: { … } })`.
 */
interface Stage {
  env: Record<string, string>
  server: TestServer
}
interface Fixtures {
  /** A person who is signed in to the browser of the test. */
  person: Person
  agent: Call
  projectId: string
  reviewId: string
  /** Opens a page and waits until it is hydrated. */
  open: (path: string) => Promise<void>
  /**
   * Opens a page in a separate browser context in which this person is signed in. `at` can be another server.
   */
  openAs: (person: Person, path: string, at?: TestServer) => Promise<Page>
}

/** Signs a person in to a browser with the cookies of their session. */
export async function signInBrowser(
  context: BrowserContext,
  server: TestServer,
  person: Person,
): Promise<void> {
  await context.addCookies(
    person.cookie.split('; ').map(pair => {
      const [name = '', ...value] = pair.split('=')
      return { name, value: value.join('='), url: server.url }
    }),
  )
}

/** All tests of a file share one built server. Each test has its own people and reviews. */
export const test = base.extend<Fixtures, Stage>({
  env: [{}, { option: true, scope: 'worker' }],
  server: [
    async ({ env }, use) => {
      const server = await startServer({ ...preloading('quick-passwords'), ...env })
      await use(server)
      await server.stop()
    },
    { scope: 'worker' },
  ],
  person: async ({ server, context }, use) => {
    const person = await signUp(server, 'Ann')
    await signInBrowser(context, server, person)
    await use(person)
  },
  agent: async ({ person }, use) => use(await person.agent()),
  projectId: async ({ person }, use) => use(await person.project()),
  reviewId: async ({ agent, projectId }, use) =>
    use(await newReview(agent, projectId, 'Totals wrap on narrow screens')),
  open: async ({ page, server }, use) =>
    use(async path => {
      await page.goto(server.url + path)
      await page.waitForSelector('html[data-hydrated]')
    }),
  openAs: async ({ browser, server }, use) => {
    const contexts: BrowserContext[] = []
    await use(async (person, path, at = server) => {
      const context = await browser.newContext()
      contexts.push(context)
      await signInBrowser(context, at, person)
      const page = await context.newPage()
      await page.goto(at.url + path)
      await page.waitForSelector('html[data-hydrated]')
      return page
    })
    await Promise.all(contexts.map(each => each.close()))
  },
})

/**
 * Collects errors and warnings of the page, such as uncaught exceptions, hydration mismatches and failed
 * requests.
 */
export function collectPageErrors(page: Page): string[] {
  const pageErrors: string[] = []
  page.on('pageerror', error => pageErrors.push(error.message))
  page.on('console', message => {
    if (message.type() === 'error' || message.type() === 'warning') pageErrors.push(message.text())
  })
  return pageErrors
}

export { expect }
