import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { root } from '../../support/paths'

const rows = readFileSync(`${root}/docs/security.md`, 'utf8')
  .split('\n')
  .filter(line => /^\| .+ \| `.+ \|$/.test(line))

describe('docs/security.md', () => {
  it('each guarantee in docs/security.md cites test files, and all of these files exist', () => {
    expect(rows.length).toBeGreaterThan(25)
    const named = rows.flatMap(row =>
      [...(row.split(' | ')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, name]) => name),
    )
    const exists = (name = '') =>
      ['test', 'spec'].some(kind => existsSync(`${root}/tests/${name}.${kind}.ts`))
    expect(named.filter(name => !exists(name))).toEqual([])
  })
})
