import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readSettings } from '~~/server/settings'

const folder = mkdtempSync(join(tmpdir(), 'exhibit-settings-'))
afterAll(() => rmSync(folder, { recursive: true }))

const read = (ADMINS: string) => readSettings({ DATA_DIR: folder, ADMINS }).admins

it('ADMIN_TOKEN is off by default, and has 32 characters or more', () => {
  const readToken = (env: object) => readSettings({ DATA_DIR: folder, ...env }).adminToken
  expect([readToken({}), readToken({ ADMIN_TOKEN: '' })]).toEqual([null, null])
  expect(readToken({ ADMIN_TOKEN: 'x'.repeat(32) })).toBe('x'.repeat(32))
})

describe('ADMINS', () => {
  it('ADMINS is read as email addresses in lower case, separated by commas', () => {
    expect(read('')).toEqual([])
    expect(read('Ann@Example.org')).toEqual(['ann@example.org'])
    expect(read('ann@example.org, bo@example.org ,cy@example.org')).toEqual([
      'ann@example.org',
      'bo@example.org',
      'cy@example.org',
    ])
  })

  it('an invalid value of ADMINS prevents the start, and the error is one line', () => {
    for (const wrong of ['ann', 'ann@example.org,', 'ann@example.org;bo@example.org', 'ann@example.org bo'])
      expect(() => read(wrong)).toThrow('ADMINS: must be email addresses separated by commas')
  })
})
