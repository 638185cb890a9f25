import { describe, expect, it } from 'vitest'
import type { SubjectState } from '#shared/contract/admin'
import {
  adminActionOperations,
  adminActionsOf,
  adminActionTexts,
  type AdminAction,
  type Subject,
} from '~/admin/admin-actions'

const subject = (kind: Subject['kind'], state: SubjectState = 'active'): Subject => ({
  kind,
  id: 'ws_1',
  name: 'Acme',
  state,
})

describe('the actions of an administrator', () => {
  it('the actions on a workspace depend on whether it is active, suspended or being deleted', () => {
    expect(adminActionsOf(subject('workspace'))).toEqual(['suspend', 'delete'])
    expect(adminActionsOf(subject('workspace', 'suspended'))).toEqual(['unsuspend', 'delete'])
    expect(adminActionsOf(subject('workspace', 'deleting'))).toEqual(['cancelDeletion'])
  })

  it('the title and the error text of an administrative action contain the name of its subject', () => {
    for (const kind of ['workspace', 'person'] as const)
      for (const action of Object.keys(adminActionOperations[kind]) as AdminAction[]) {
        const texts = adminActionTexts(subject(kind), action, 7)
        expect([action, texts.title.includes('Acme'), texts.unchanged.includes('Acme')]).toEqual([
          action,
          true,
          true,
        ])
      }
    expect(adminActionTexts(subject('person'), 'delete', 7).description).toContain('In 7 days their account')
    expect(adminActionTexts(subject('workspace'), 'delete', 7).description).toContain(
      'In 7 days all of its reviews',
    )
  })
})
