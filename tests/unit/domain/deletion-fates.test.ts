import { describe, expect, it } from 'vitest'
import type { Role } from '#shared/contract/roles'
import { fateOf } from '~~/server/domain/admin/fates'

const stays = (role: Role) => ({ role, deletesAt: null })
const goes = (role: Role) => ({ role, deletesAt: 1 })

describe('what becomes of a workspace when a person is deleted', () => {
  it('is deleted with the only person who stays in it, whatever their role', () => {
    expect(fateOf('owner', false, [])).toBe('deleted')
    expect(fateOf('member', false, [])).toBe('deleted')
    expect(fateOf('owner', false, [goes('owner'), goes('member')])).toBe('deleted')
  })

  it('needs another owner when only others stay', () => {
    expect(fateOf('owner', false, [stays('member')])).toBe('needs_owner')
    expect(fateOf('owner', false, [stays('reviewer'), goes('owner')])).toBe('needs_owner')
  })

  it('is kept without the person otherwise', () => {
    expect(fateOf('owner', false, [stays('owner')])).toBe('leaves')
    expect(fateOf('member', false, [stays('owner')])).toBe('leaves')
    expect(fateOf('reviewer', false, [stays('member')])).toBe('leaves')
  })

  it('is not changed when the workspace is going to be deleted anyway', () => {
    expect(fateOf('owner', true, [])).toBe('leaves')
    expect(fateOf('owner', true, [stays('member')])).toBe('leaves')
  })
})
