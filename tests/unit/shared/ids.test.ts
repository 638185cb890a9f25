import { describe, expect, it } from 'vitest'
import { idPattern, isIdOf, newId } from '#shared/ids'

describe('ids', () => {
  it('an id belongs to the kind of its prefix, and to no other kind', () => {
    expect(isIdOf('thread', newId('thread'))).toBe(true)
    expect(isIdOf('thread', newId('comment'))).toBe(false)
    expect(isIdOf('thread', 'threadless')).toBe(false)
  })

  it('an id matches the pattern of its own kind, and no other pattern', () => {
    expect(newId('review')).toMatch(idPattern('review'))
    expect(newId('review')).not.toMatch(idPattern('artifact'))
    expect('rev_../x').not.toMatch(idPattern('review'))
  })
})
