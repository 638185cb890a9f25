import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../../support/paths'

const notice = join(root, 'NOTICE')

/** Runs the check of `npm run notice` on a file. */
const check = (file: string) =>
  new Promise<{ status: number; message: string }>(resolve => {
    execFile(
      process.execPath,
      [join(root, 'scripts/notice.mjs'), '--check', file],
      (error, _out, message) => {
        resolve({ status: Number(error?.code ?? 0), message })
      },
    )
  })

it('NOTICE lists the packages of the build with their licences', async () => {
  expect(await check(notice)).toEqual({ status: 0, message: '' })
  const text = await readFile(notice, 'utf8')
  const licences = {
    'mediabunny': 'MPL-2.0',
    '@img/sharp-libvips-*': 'LGPL-3.0-or-later',
    '@fontsource-variable/geist': 'OFL-1.1',
  }
  for (const [name, licence] of Object.entries(licences))
    expect(text.split('\n').find(line => line.startsWith(`${name} `))).toContain(` ${licence} `)
  const titles = ['Mozilla Public License Version 2.0', 'GNU LESSER GENERAL PUBLIC', 'SIL OPEN FONT LICENSE']
  for (const title of titles) expect(text).toContain(title)
  // The list is the same on every platform, and has no tools of the build.
  for (const absent of ['sharp-linux', 'eslint', 'typescript', 'vitest'])
    expect(text).not.toMatch(new RegExp(`^\\S*${absent}`, 'm'))
})

it('a NOTICE that is out of date fails with the remedy', async () => {
  const stale = join(tmpdir(), `exhibit-notice-${process.pid}`)
  await writeFile(stale, (await readFile(notice, 'utf8')).replace(/^mediabunny \S+/m, 'mediabunny 0.0.1'))
  const { status, message } = await check(stale)
  expect(status).toBe(1)
  expect(message).toMatch(/mediabunny 0\.0\.1.*\nRun: npm run notice, then commit NOTICE\./s)
})
