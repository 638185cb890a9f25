import { chromium, type Browser } from '@playwright/test'
import { afterAll, beforeAll, it } from 'vitest'
import { chromiumArgs } from '../../scripts/chromium.mjs'
import { newReview } from '../support/reviews/review'
import { upload } from '../support/reviews/uploads'
import { pngImage } from '../support/media/samples'
import { startMeasuredServer, type MeasuredServer } from './support/measured-server'
import { startBarePage, type Reference } from './support/reference'
import { printRow } from './support/rows'

/** The factor by which the processor is slowed down to simulate a phone, as in Lighthouse. */
const SLOW_DOWN = 4

let measured: MeasuredServer
let bare: Reference
let browser: Browser
let reviewUrl: string

beforeAll(async () => {
  measured = await startMeasuredServer()
  const { agent, projectId, server } = measured
  const reviewId = await newReview(agent, projectId)
  for (let i = 0; i < 5; i++) {
    const { artifactId } = await upload(agent, reviewId, await pngImage(1440, 900))
    for (let n = 0; n < 4; n++)
      await agent('POST', `/v1/artifacts/${artifactId}/annotations`, {
        geometry: { x: n / 4, y: 0.5 },
        body: 'x',
      })
  }
  reviewUrl = `${server.url}/reviews/${reviewId}`
  bare = await startBarePage()
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: chromiumArgs,
  })
}, 300_000)
afterAll(async () => {
  await browser.close()
  await bare.stop()
  await measured.stop()
})

/**
 * The times of a page load in milliseconds from the start of the navigation, measured with the browser's
 * clock.
 */
interface Times {
  painted: number
  ready: number
}

/** Opens a page on a slowed-down processor and with an empty cache. Returns its times. */
async function open(url: string, cookie?: string): Promise<Times> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    ...(cookie && { extraHTTPHeaders: { cookie } }),
  })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW_DOWN })
  await page.addInitScript(() => {
    new MutationObserver(() => {
      if (document.documentElement.dataset.hydrated === undefined) return
      performance.mark('ready')
    }).observe(document, { attributes: true, subtree: true, attributeFilter: ['data-hydrated'] })
  })
  await page.goto(url)
  await page.waitForFunction(() => performance.getEntriesByName('ready').length > 0)
  const times = await page.evaluate(() => ({
    painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    ready: performance.getEntriesByName('ready')[0]?.startTime ?? 0,
  }))
  await context.close()
  return times
}

it.each([
  { what: 'painted', name: 'First paint of a review', target: '≤ 500 ms' },
  { what: 'ready', name: 'Review ready for interaction', target: '≤ 1000 ms' },
] as const)('$name', { timeout: 120_000 }, ({ what, name, target }) =>
  printRow({
    name: `${name}, processor slowed down ${SLOW_DOWN} ×`,
    target,
    unit: ' ms',
    rounds: 5,
    measure: async () => (await open(reviewUrl, measured.person.cookie))[what],
    references: { 'a bare Nuxt page': async () => (await open(bare.url))[what] },
  }),
)
