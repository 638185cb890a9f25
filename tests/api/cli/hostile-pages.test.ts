import { execFile } from 'node:child_process'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import type { RevisionContext } from '#shared/contract/context'
import type { FileToSend } from '#shared/contract/evidence'
import type { PrintedError } from '../../../cli/failure'
import { newFolder, unpackCli } from '../../support/cli/cli'
import { sharedServer } from '../../support/server/server'
import { startStub } from '../../support/stubs/http-stub'

const cli = await unpackCli(await sharedServer(), { CHROMIUM_PATH: process.env.CHROMIUM_PATH })

/** Returns a script that runs shortly after a page is loaded. */
const later = (code: string, ms: number) =>
  `<script>addEventListener('load', () => setTimeout(() => { ${code} }, ${ms}))</script>`

const pages: Record<string, string> = {
  'endless-loop': later('for (;;);', 300),
  'replaced': `<script>
    window.setTimeout = window.requestAnimationFrame = () => {}
    Promise.race = () => new Promise(() => {})
    JSON.stringify = () => 'x'.repeat(3e6)
    document.getElementById = () => { throw new Error('Replaced') }
  </script>`,
  'rounding': "<script>Math.round = () => { throw new Error('No\\nrounding') }</script>",
  'huge': '<style>body { margin: 0 }</style><div style="width: 400000px; height: 400000px">Large</div>',
  'reloads': later('location.reload()', 30),
  'reloads-twice': `<script>sessionStorage.count = Number(sessionStorage.count ?? 0) + 1</script>
    ${later('if (sessionStorage.count < 3) location.reload()', 300)}`,
  'without-root': later('document.documentElement.remove()', 0),
}
const { url } = await startStub((request, response) => {
  const page = pages[request.url?.slice(1) ?? ''] ?? ''
  response
    .setHeader('content-type', 'text/html')
    .end(`<!doctype html><title>Shop</title><h1>Cart</h1>${page}`)
})

interface Captured {
  files: FileToSend[]
  error?: PrintedError
}

/** Runs a command that captures a page, and returns its result and the processes and files that it leaves. */
async function capture(command: string[]) {
  const temporary = await newFolder('temporary')
  const out = await newFolder('captured')
  const { code, body } = await cli.json<Captured>([...command, '--out', out], { env: { TMPDIR: temporary } })
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'args='])
  const processes = stdout.split('\n').filter(each => each.includes(temporary))
  return { code, body, left: [...processes, ...(await readdir(temporary))] }
}

const shot = (page: string, ...options: string[]) => capture(['shot', `${url}/${page}`, ...options])

/** Returns the context of the first picture that a command has taken. */
const contextOf = async ({ files: [file] }: Captured) =>
  JSON.parse(await readFile(file?.contextPath ?? '', 'utf8')) as RevisionContext

describe('pages that hinder their capture', () => {
  it.each([
    ['endless-loop', `The page ${url}/endless-loop did not respond within 10 s.`],
    ['reloads', `The page ${url}/reloads reloads or opens other pages, so it cannot be captured.`],
    ['rounding', `The page ${url}/rounding could not be examined: Error: No.`],
  ])(
    '`shot` of the page "%s" ends with an error that names it, and with the browser',
    async (page, message) => {
      const { code, body, left } = await shot(page, '--timeout', '10')
      expect([code, body.error?.message, left]).toEqual([1, message, []])
    },
  )

  it('`shot` captures a page that replaces the functions of timers, promises and JSON', async () => {
    const { code, body } = await shot('replaced')
    expect([code, body.error]).toEqual([0, undefined])
    expect((await contextOf(body)).page?.title).toBe('Shop')
  })

  it('`shot` captures a page that reloads twice, but not one without a root element', async () => {
    const reloaded = await shot('reloads-twice')
    expect([reloaded.code, (await contextOf(reloaded.body)).elements[0]?.name]).toEqual([0, 'Cart'])
    const { code, body } = await shot('without-root')
    expect([code, body.error?.code]).toEqual([1, 'page_broken'])
  })

  it('`shot --full --scale 3` cuts a page of 400,000 px to a size that servers accept', async () => {
    const { code, body } = await shot('huge', '--full', '--scale', '3', '--timeout', '100')
    expect([code, body.error]).toEqual([0, undefined])
    const { width, height } = await sharp(body.files[0]?.path ?? '', { limitInputPixels: false }).metadata()
    expect([width, height]).toEqual([16_383, 6102])
    const { elements } = await contextOf(body)
    const [left, , right] = elements.find(each => each.name === 'Large')?.box ?? []
    expect([left, right]).toEqual([0, 1])
  })

  it('`record` of a page that does not respond ends with an error that names it', async () => {
    const script = join(await newFolder('script'), 'script.mjs')
    await writeFile(script, "export default async ({ page }) => { await page.click('h1') }")
    const { code, body, left } = await capture([
      'record',
      `${url}/endless-loop`,
      '--script',
      script,
      '--timeout',
      '10',
    ])
    expect([code, body.error?.message, left]).toEqual([
      1,
      `The page ${url}/endless-loop did not respond within 10 s.`,
      [],
    ])
  })
})
