import { describe, expect, it } from 'vitest'
import type { AuditEvent } from '#shared/contract/event'
import { amount } from '~/workspace/quotas'
import { actorName, eventDetail, eventPath, eventSubject } from '~/workspace/event-labels'
import { errorMessage } from '~/ui/error-message'

describe('errorMessage', () => {
  it('names the plan limit that was reached, its usage, the plan and who can change it', () => {
    const data = {
      code: 'agent_key_limit_reached',
      hint: 'for agents',
      ceiling: { used: 5, limit: 5, plan: 'free' },
    }
    expect(errorMessage({ message: 'for agents', data })).toBe(
      'Agent tokens: 5 of 5 used on the Free plan. A workspace owner can change the plan under Settings → Plan and usage.',
    )
    expect(
      errorMessage({ data: { code: 'a_new_one', ceiling: { used: 2, limit: 1, plan: 'gold' } } }),
    ).toContain('The gold plan allows 1; 2 are used.')
  })

  it('explains a missing resource to a person, without the hint for clients', () => {
    expect(
      errorMessage({
        message: 'There is no such review.',
        data: { code: 'not_found', hint: 'Check the id; a project token answers the same way.' },
      }),
    ).toBe(
      'There is no such review. It may have been deleted, the link may be incomplete, or you may not have access to it.',
    )
  })

  it('joins message and hint, and says that no data was lost when there is no hint', () => {
    expect(errorMessage({ message: 'No.', data: { hint: 'Do this.' } })).toBe('No. Do this.')
    expect(errorMessage(new Error('No.'))).toBe('No. No data was lost.')
    expect(errorMessage(null)).toBe('No data was lost.')
  })
})

describe('amount', () => {
  it('is formatted with its unit', () => {
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

  it('links to its comment or evidence, its review or its project, and to nothing after deletion', () => {
    expect(eventPath(event)).toBe('/reviews/rev_1#thr_1')
    expect(eventPath({ ...event, kind: 'thread.deleted' })).toBe('/reviews/rev_1')
    expect(eventPath({ ...event, subjectId: 'prj_1', reviewId: null })).toBe('/projects/prj_1')
    expect(eventPath({ ...event, title: null })).toBeNull()
  })

  it('shows the name of its subject, else the id; a token that makes a request is the actor only', () => {
    expect(eventSubject(event, new Map())).toEqual({ name: 'Totals', isId: false })
    const token: AuditEvent = { ...event, subjectId: 'tok_1', title: null }
    expect(eventSubject(token, new Map([['tok_1', 'ci-agent']]))).toEqual({ name: 'ci-agent', isId: false })
    expect(eventSubject(token, new Map())).toEqual({ name: 'tok_1', isId: true })
    expect(
      eventSubject({ ...token, actor: { type: 'agent', id: 'tok_1', name: 'ci-agent' } }, new Map()),
    ).toBeNull()
  })

  it('about a person shows their name and the role, also for one who changes their own role', () => {
    const member: AuditEvent = {
      ...event,
      kind: 'member.role_changed',
      subjectId: 'usr_2',
      title: 'Mel',
      reviewId: null,
      projectId: null,
      detail: 'reviewer',
    }
    expect([eventSubject(member, new Map())?.name, eventDetail(member), eventPath(member)]).toEqual([
      'Mel',
      'to Reviewer',
      null,
    ])
    expect(eventSubject({ ...member, subjectId: 'usr_1', title: 'Ann' }, new Map())?.name).toBe('Ann')
    expect(
      eventSubject({ ...member, kind: 'member.left', subjectId: 'usr_1', title: 'Ann' }, new Map()),
    ).toBeNull()
    expect(eventDetail({ ...event, kind: 'invitation.accepted', detail: 'member' })).toBe('as member')
    expect(eventDetail(event)).toBeNull()
  })

  it('has a display name for every type of actor', () => {
    expect(
      (['human', 'agent', 'anonymous', 'system'] as const).map(type =>
        actorName({ type, id: null, name: null }),
      ),
    ).toEqual(['Someone', 'An agent', 'Upload link', 'The server'])
  })
})
