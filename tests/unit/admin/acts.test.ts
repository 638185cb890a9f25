import { describe, expect, it } from 'vitest'
import type { SubjectState } from '#shared/contract/admin'
import { actOperations, actsOf, actTexts, type Act, type Subject } from '~/admin/acts'

const subject = (kind: Subject['kind'], state: SubjectState = 'active'): Subject => ({
  kind,
  id: 'ws_1',
  name: 'Acme',
  state,
})

describe('the acts of an administrator', () => {
  it('depend on the state: nothing is suspended or deleted twice', () => {
    expect(actsOf(subject('workspace'))).toEqual(['suspend', 'delete'])
    expect(actsOf(subject('workspace', 'suspended'))).toEqual(['unsuspend', 'delete'])
    expect(actsOf(subject('workspace', 'deleting'))).toEqual(['cancelDeletion'])
  })

  it('name the subject, and what is still the case when they fail', () => {
    for (const kind of ['workspace', 'person'] as const)
      for (const act of Object.keys(actOperations[kind]) as Act[]) {
        const texts = actTexts(subject(kind), act, 7)
        expect([act, texts.title.includes('Acme'), texts.unchanged.includes('Acme')]).toEqual([
          act,
          true,
          true,
        ])
      }
    expect(actTexts(subject('person'), 'delete', 7).description).toContain('In 7 days their account')
    expect(actTexts(subject('workspace'), 'delete', 7).description).toContain('In 7 days all of its reviews')
  })
})
