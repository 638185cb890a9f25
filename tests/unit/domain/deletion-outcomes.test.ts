import { describe, expect, it } from 'vitest'
import type { Role } from '#shared/contract/roles'
import { deletionOutcome } from '~~/server/domain/admin/deletion-outcomes'

const stays = (role: Role) => ({ role, deletesAt: null })
const goes = (role: Role) => ({ role, deletesAt: 1 })

describe('a workspace whose member is deleted', () => {
  it('a workspace is deleted with the last person who remains in it, whatever their role', () => {
    expect(deletionOutcome('owner', false, [])).toBe('deleted')
    expect(deletionOutcome('member', false, [])).toBe('deleted')
    expect(deletionOutcome('owner', false, [goes('owner'), goes('member')])).toBe('deleted')
  })

  it('deleting the only owner requires another owner if the workspace has other members', () => {
    expect(deletionOutcome('owner', false, [stays('member')])).toBe('needs_owner')
    expect(deletionOutcome('owner', false, [stays('reviewer'), goes('owner')])).toBe('needs_owner')
  })

  it('a workspace is not deleted when the deleted person is not its only owner', () => {
    expect(deletionOutcome('owner', false, [stays('owner')])).toBe('leaves')
    expect(deletionOutcome('member', false, [stays('owner')])).toBe('leaves')
    expect(deletionOutcome('reviewer', false, [stays('member')])).toBe('leaves')
  })

  it('a workspace that is scheduled for deletion loses the deleted person without other changes', () => {
    expect(deletionOutcome('owner', true, [])).toBe('leaves')
    expect(deletionOutcome('owner', true, [stays('member')])).toBe('leaves')
  })
})
