import { describe, expect, it, vi } from 'vitest'
import { createInstruments } from '~~/server/metrics/instruments'

describe('gauges that are read when the metrics are collected', () => {
  it('a metrics gauge whose value cannot be read is left out, until it can be read again', async () => {
    let isAway = true
    const { registry } = createInstruments(name => {
      if (name === 'databaseBytes' && isAway) throw new Error('the database is away')
      return name === 'storedBytes' && isAway ? Promise.reject(new Error('the database is away')) : 7
    })
    const away = await registry.metrics()
    expect(away).toMatch(/^exhibit_services_away 7$/m)
    expect(away).not.toMatch(/^exhibit_(?:database_bytes|evidence_stored_bytes) /m)
    isAway = false
    const back = await registry.metrics()
    expect(back).toMatch(/^exhibit_database_bytes 7$/m)
    expect(back).toMatch(/^exhibit_evidence_stored_bytes 7$/m)
  })

  it('a metrics gauge whose value takes longer than four seconds is left out', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const { registry } = createInstruments(name => (name === 'databaseBytes' ? new Promise(() => {}) : 7))
      const reading = registry.metrics()
      await vi.advanceTimersByTimeAsync(4000)
      const metrics = await reading
      expect(metrics).toMatch(/^exhibit_services_away 7$/m)
      expect(metrics).not.toMatch(/^exhibit_database_bytes /m)
    } finally {
      vi.useRealTimers()
    }
  })
})
