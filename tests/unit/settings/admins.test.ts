import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readSettings } from '~~/server/settings'

const folder = mkdtempSync(join(tmpdir(), 'exhibit-settings-'))
afterAll(() => rmSync(folder, { recursive: true }))

const read = (ADMINS: string) => readSettings({ DATA_DIR: folder, ADMINS }).admins

describe('ADMINS', () => {
  it('ADMINS has email addresses separated by commas, in lower case, and none when it is unset', () => {
    expect(read('')).toEqual([])
    expect(read('Ann@Example.org')).toEqual(['ann@example.org'])
    expect(read('ann@example.org, bo@example.org ,cy@example.org')).toEqual([
      'ann@example.org',
      'bo@example.org',
      'cy@example.org',
    ])
  })

  it('ADMINS stops the start with one line for anything else', () => {
    for (const wrong of ['ann', 'ann@example.org,', 'ann@example.org;bo@example.org', 'ann@example.org bo'])
      expect(() => read(wrong)).toThrow('ADMINS: must be email addresses separated by commas')
  })
})
