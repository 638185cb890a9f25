import { describe, expect, it } from 'vitest'
import type { Role } from '#shared/contract/roles'
import { deletionOutcome } from '~~/server/domain/admin/deletion-outcomes'

const stays = (role: Role) => ({ role, deletesAt: null })
const goes = (role: Role) => ({ role, deletesAt: 1 })

describe('what becomes of a workspace when a person is deleted', () => {
  it('is deleted with the only person who stays in it, whatever their role', () => {
    expect(deletionOutcome('owner', false, [])).toBe('deleted')
    expect(deletionOutcome('member', false, [])).toBe('deleted')
    expect(deletionOutcome('owner', false, [goes('owner'), goes('member')])).toBe('deleted')
  })

  it('needs another owner when only others stay', () => {
    expect(deletionOutcome('owner', false, [stays('member')])).toBe('needs_owner')
    expect(deletionOutcome('owner', false, [stays('reviewer'), goes('owner')])).toBe('needs_owner')
  })

  it('is kept without the person otherwise', () => {
    expect(deletionOutcome('owner', false, [stays('owner')])).toBe('leaves')
    expect(deletionOutcome('member', false, [stays('owner')])).toBe('leaves')
    expect(deletionOutcome('reviewer', false, [stays('member')])).toBe('leaves')
  })

  it('is not changed when the workspace is going to be deleted anyway', () => {
    expect(deletionOutcome('owner', true, [])).toBe('leaves')
    expect(deletionOutcome('owner', true, [stays('member')])).toBe('leaves')
  })
})
