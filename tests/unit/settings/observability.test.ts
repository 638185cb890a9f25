import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readSettings } from '~~/server/settings'

const folder = mkdtempSync(join(tmpdir(), 'exhibit-settings-'))
afterAll(() => rmSync(folder, { recursive: true }))

const read = (env: Record<string, string>) => readSettings({ DATA_DIR: folder, ...env })

describe('METRICS_TOKEN', () => {
  it('METRICS_TOKEN is unset by default, and needs at least 16 characters without spaces', () => {
    expect(read({}).metricsToken).toBeNull()
    expect(read({ METRICS_TOKEN: '' }).metricsToken).toBeNull()
    expect(read({ METRICS_TOKEN: 'a'.repeat(16) }).metricsToken).toBe('a'.repeat(16))
    for (const wrong of ['a'.repeat(15), `${'a'.repeat(16)} b`, 'é'.repeat(16)])
      expect(() => read({ METRICS_TOKEN: wrong })).toThrow(
        'METRICS_TOKEN: must have at least 16 letters, digits and signs',
      )
  })
})

describe('CACHE_MIB', () => {
  it('CACHE_MIB is a number from 0 to 65536, and 128 by default', () => {
    expect(read({}).cacheBytes).toBe(128 * 1024 * 1024)
    expect(read({ CACHE_MIB: '0' }).cacheBytes).toBe(0)
    expect(read({ CACHE_MIB: '65536' }).cacheBytes).toBe(65_536 * 1024 * 1024)
    for (const wrong of ['-1', '65537', 'much'])
      expect(() => read({ CACHE_MIB: wrong })).toThrow('CACHE_MIB: ')
  })
})

describe('SHUTDOWN_DELAY', () => {
  it('SHUTDOWN_DELAY is a number of seconds from 0 to 20', () => {
    expect(read({}).shutdownDelay).toBe(0)
    expect(read({ SHUTDOWN_DELAY: '0' }).shutdownDelay).toBe(0)
    expect(read({ SHUTDOWN_DELAY: '20' }).shutdownDelay).toBe(20)
    for (const wrong of ['-1', '20.1', '21', 'soon'])
      expect(() => read({ SHUTDOWN_DELAY: wrong })).toThrow('SHUTDOWN_DELAY: ')
  })
})

describe('ACCESS_LOG', () => {
  it('ACCESS_LOG is off by default, and must be on or off', () => {
    expect(read({}).accessLog).toBe(false)
    expect(read({ ACCESS_LOG: 'on' }).accessLog).toBe(true)
    expect(() => read({ ACCESS_LOG: 'debug' })).toThrow('ACCESS_LOG: must be on or off')
  })
})
