import { brotliCompressSync } from 'node:zlib'
import { chromium, type Browser, type Response } from '@playwright/test'
import { afterAll, beforeAll, it } from 'vitest'
import { chromiumArgs } from '../../scripts/chromium.mjs'
import { signUp, type Person } from '../support/people/sign-up'
import { newReview } from '../support/reviews/review'
import { upload } from '../support/reviews/uploads'
import { pngImage } from '../support/media/samples'
import { startServer, type TestServer } from '../support/server/server'
import { printLine } from './support/rows'

let server: TestServer
let browser: Browser
let person: Person
let reviewId: string

beforeAll(async () => {
  server = await startServer()
  person = await signUp(server)
  const agent = await person.agent()
  reviewId = await newReview(agent, await person.project())
  const { artifactId } = await upload(agent, reviewId, await pngImage(1280, 800))
  await agent('POST', `/v1/artifacts/${artifactId}/annotations`, { geometry: { x: 0.5, y: 0.5 }, body: 'x' })
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: chromiumArgs,
  })
})
afterAll(async () => {
  await browser.close()
  await server.stop()
})

interface Script {
  name: string
  bytes: number
}

/** Returns the size of a script in bytes after brotli compression. */
async function brotliBytes(response: Response): Promise<number> {
  if (response.headers()['content-encoding'] === 'br')
    return (await response.request().sizes()).responseBodySize
  return brotliCompressSync(await response.body()).length
}

/**
 * Loads a page with an empty cache until the network is idle. Returns the scripts that it fetched, largest
 * first.
 */
async function scriptsOf(path: string, cookie?: string): Promise<Script[]> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  if (cookie)
    await context.addCookies(
      cookie.split('; ').map(pair => {
        const [name = '', ...value] = pair.split('=')
        return { name, value: value.join('='), url: server.url }
      }),
    )
  const page = await context.newPage()
  const found: Promise<Script>[] = []
  page.on('response', response => {
    if (!response.headers()['content-type']?.includes('javascript')) return
    found.push(brotliBytes(response).then(bytes => ({ name: new URL(response.url()).pathname, bytes })))
  })
  await page.goto(server.url + path)
  await page.waitForSelector('html[data-hydrated]')
  await page.waitForLoadState('networkidle')
  const scripts = await Promise.all(found)
  await context.close()
  return scripts.toSorted((a, b) => b.bytes - a.bytes)
}

it.each([
  { what: 'sign-in page', path: () => '/sign-in', goal: 85 },
  { what: 'review page', path: () => `/reviews/${reviewId}`, cookie: () => person.cookie, goal: 205 },
])(
  'measures the size of the JavaScript of the $what',
  async ({ what, path, cookie, goal }) => {
    const scripts = await scriptsOf(path(), cookie?.())
    const total = scripts.reduce((sum, each) => sum + each.bytes, 0)
    const files = `JavaScript of the ${what}, brotli, ${scripts.length} files`
    printLine(`| ${files} | ${(total / 1000).toFixed(1)} kB | | ≤ ${goal} kB |`)
    for (const { name, bytes } of scripts.slice(0, 6))
      printLine(`  ${(bytes / 1000).toFixed(1).padStart(6)} kB ${name}`)
  },
  60_000,
)
