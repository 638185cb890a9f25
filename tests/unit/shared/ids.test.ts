import { describe, expect, it } from 'vitest'
import { idPattern, newId } from '#shared/ids'

describe('ids', () => {
  it('an id matches the pattern of its own kind, and no other pattern', () => {
    expect(newId('review')).toMatch(idPattern('review'))
    expect(newId('review')).not.toMatch(idPattern('artifact'))
    expect('rev_../x').not.toMatch(idPattern('review'))
  })
})
