import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { faults } from '../../mutations'
import { root } from '../../support/paths'

describe('the faults of `npm run mutate`', () => {
  it('each fault of `npm run mutate` replaces a text that occurs exactly once in its file', () => {
    const occurrences = (file: string, text: string) =>
      existsSync(`${root}/${file}`) ? readFileSync(`${root}/${file}`, 'utf8').split(text).length - 1 : 0
    const stale = faults.filter(({ file, search }) => occurrences(file, search) !== 1)
    expect(stale.map(({ id, file, search }) => ({ id, file, search }))).toEqual([])
  })

  it('each fault of `npm run mutate` changes a text, has a unique id and lists existing test files', () => {
    expect(faults.filter(({ search, replace }) => search === replace)).toEqual([])
    expect(faults.length).toBeGreaterThan(50)
    expect(new Set(faults.map(each => each.id)).size).toBe(faults.length)
    const named = faults.flatMap(({ id, tests }) => tests.map(test => ({ id, test })))
    expect(named.filter(({ test }) => !existsSync(`${root}/${test}`))).toEqual([])
  })
})
