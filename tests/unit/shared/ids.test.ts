import { describe, expect, it } from 'vitest'
import { idPattern, newId } from '#shared/ids'

describe('ids', () => {
  it('ids match their own pattern and no other', () => {
    expect(newId('review')).toMatch(idPattern('review'))
    expect(newId('review')).not.toMatch(idPattern('artifact'))
    expect('rev_../x').not.toMatch(idPattern('review'))
  })
})
