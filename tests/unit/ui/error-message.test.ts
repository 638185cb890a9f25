import { describe, expect, it } from 'vitest'
import type { AuditEvent } from '#shared/contract/event'
import { amount } from '~/workspace/quotas'
import { actorName, eventDetail, eventPath, eventThing } from '~/workspace/event-labels'
import { errorMessage } from '~/ui/error-message'

describe('explain', () => {
  it('says of a ceiling which one it is, how much is used, the plan, and who can raise it', () => {
    const data = {
      code: 'agent_key_limit_reached',
      hint: 'for agents',
      ceiling: { used: 5, limit: 5, plan: 'free' },
    }
    expect(errorMessage({ message: 'for agents', data })).toBe(
      'Agent tokens: 5 of 5 used on the Free plan. A workspace owner can raise it under Settings → Plan and usage.',
    )
    expect(
      errorMessage({ data: { code: 'a_new_one', ceiling: { used: 2, limit: 1, plan: 'gold' } } }),
    ).toContain('The gold plan allows 1; 2 are used.')
  })

  it('speaks to a person about what is not there', () => {
    expect(
      errorMessage({
        message: 'There is no such review.',
        data: { code: 'not_found', hint: 'Check the id; a project token answers the same way.' },
      }),
    ).toBe(
      'There is no such review. It is gone, its address was not copied whole, or it belongs to a workspace you are not in.',
    )
  })

  it('says what happened and what to do, and that nothing was lost where nobody knows more', () => {
    expect(errorMessage({ message: 'No.', data: { hint: 'Do this.' } })).toBe('No. Do this.')
    expect(errorMessage(new Error('No.'))).toBe('No. Nothing was lost.')
    expect(errorMessage(null)).toBe('Nothing was lost.')
  })
})

describe('amount', () => {
  it('has the unit of its ceiling', () => {
    expect([
      amount('fileBytes', 52_428_800),
      amount('videoMs', 90_000),
      amount('reviewsPerMonth', 1_234_567),
      amount('members', 3),
    ]).toEqual(['50 MiB', '1.5 min', '1,234,567', '3'])
  })
})

describe('an event', () => {
  const event: AuditEvent = {
    id: 'evt_1',
    kind: 'thread.created',
    actor: { type: 'human', id: 'usr_1', name: 'Ann' },
    subjectId: 'thr_1',
    title: 'Totals',
    projectId: 'prj_1',
    reviewId: 'rev_1',
    detail: null,
    createdAt: '2026-11-21T00:00:00.000Z',
  }

  it('leads to its note or evidence, to its review, to its project, or nowhere when that is gone', () => {
    expect(eventPath(event)).toBe('/reviews/rev_1#thr_1')
    expect(eventPath({ ...event, kind: 'thread.deleted' })).toBe('/reviews/rev_1')
    expect(eventPath({ ...event, subjectId: 'prj_1', reviewId: null })).toBe('/projects/prj_1')
    expect(eventPath({ ...event, title: null })).toBeNull()
  })

  it('names its thing, else shows the id; a token that calls is not its own thing', () => {
    expect(eventThing(event, new Map())).toEqual({ name: 'Totals', isId: false })
    const token: AuditEvent = { ...event, subjectId: 'tok_1', title: null }
    expect(eventThing(token, new Map([['tok_1', 'ci-agent']]))).toEqual({ name: 'ci-agent', isId: false })
    expect(eventThing(token, new Map())).toEqual({ name: 'tok_1', isId: true })
    expect(
      eventThing({ ...token, actor: { type: 'agent', id: 'tok_1', name: 'ci-agent' } }, new Map()),
    ).toBeNull()
  })

  it('about a person names them and the role, also where a person changes their own', () => {
    const member: AuditEvent = {
      ...event,
      kind: 'member.role_changed',
      subjectId: 'usr_2',
      title: 'Mel',
      reviewId: null,
      projectId: null,
      detail: 'reviewer',
    }
    expect([eventThing(member, new Map())?.name, eventDetail(member), eventPath(member)]).toEqual([
      'Mel',
      'to Reviewer',
      null,
    ])
    expect(eventThing({ ...member, subjectId: 'usr_1', title: 'Ann' }, new Map())?.name).toBe('Ann')
    expect(
      eventThing({ ...member, kind: 'member.left', subjectId: 'usr_1', title: 'Ann' }, new Map()),
    ).toBeNull()
    expect(eventDetail({ ...event, kind: 'invitation.accepted', detail: 'member' })).toBe('as member')
    expect(eventDetail(event)).toBeNull()
  })

  it('names who did it, also when nobody in particular did', () => {
    expect(
      (['human', 'agent', 'anonymous', 'system'] as const).map(type =>
        actorName({ type, id: null, name: null }),
      ),
    ).toEqual(['Somebody', 'An agent', 'The holder of an upload address', 'The server'])
  })
})
