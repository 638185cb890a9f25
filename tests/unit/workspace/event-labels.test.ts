import { describe, expect, it } from 'vitest'
import type { AuditEvent } from '#shared/contract/event'
import { actorName } from '#shared/event-labels'
import {
  eventDetail,
  eventItem,
  eventPath,
  eventPhrase,
  eventSubject,
  listedEvents,
} from '~/workspace/event-labels'

describe('an event of the audit log', () => {
  const event: AuditEvent = {
    id: 'evt_1',
    kind: 'thread.created',
    actor: { type: 'human', id: 'usr_1', name: 'Ann' },
    subjectId: 'thr_1',
    title: 'Totals',
    item: null,
    projectId: 'prj_1',
    reviewId: 'rev_1',
    detail: null,
    createdAt: '2026-11-21T00:00:00.000Z',
  }

  it('an event links to its review or its project, and has no link after deletion', () => {
    expect(eventPath(event)).toBe('/reviews/rev_1')
    expect(eventPath({ ...event, subjectId: 'prj_1', reviewId: null })).toBe('/projects/prj_1')
    expect(eventPath({ ...event, title: null })).toBeNull()
  })

  it('an event shows its comment or evidence with a link until that item is deleted', () => {
    const evidence = { artifactId: 'art_1', title: 'Cart', revision: 2, threadId: null, number: null }
    const comment = { ...evidence, revision: null, threadId: 'thr_1', number: 3 }
    const labelOf = (item: AuditEvent['item']) => eventItem({ ...event, item })
    expect(labelOf(evidence)).toEqual({ label: 'Cart · r2', path: '/reviews/rev_1#art_1' })
    expect(labelOf({ ...evidence, revision: null })?.label).toBe('Cart')
    expect(labelOf(comment)).toEqual({ label: 'Comment 3 · Cart', path: '/reviews/rev_1#thr_1' })
    expect(labelOf({ ...comment, artifactId: null, title: null, number: null })?.label).toBe('Comment')
    expect(labelOf(null)).toBeNull()
  })

  it('an event shows the name of its subject, or the id if the name is unknown', () => {
    expect(eventSubject(event, new Map())).toEqual({ name: 'Totals', isId: false })
    const token: AuditEvent = { ...event, subjectId: 'tok_1', title: null }
    expect(eventSubject(token, new Map([['tok_1', 'ci-agent']]))).toEqual({ name: 'ci-agent', isId: false })
    expect(eventSubject(token, new Map())).toEqual({ name: 'tok_1', isId: true })
    expect(
      eventSubject({ ...token, actor: { type: 'agent', id: 'tok_1', name: 'ci-agent' } }, new Map()),
    ).toBeNull()
  })

  it('the label of an event about a person contains the name and the role of the person', () => {
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

  it('an event about a restored status states that the person withdrew a verdict', () => {
    const verified = { ...event, kind: 'review.verified', count: 1 } as const
    expect(eventPhrase(verified)).toBe('verified')
    expect(eventPhrase({ ...verified, detail: 'withdrawn' })).toBe('withdrew a verdict on')
  })

  it('an event about an invitation shows the invited or inviting person, but no id', () => {
    const invitation = { ...event, subjectId: 'inv_1', reviewId: null, projectId: null, detail: 'member' }
    const sentence = (kind: AuditEvent['kind'], title: string | null) => {
      const each = { ...invitation, kind, title, count: 1 }
      return [eventPhrase(each), eventSubject(each, new Map())?.name, eventDetail(each)]
        .filter(Boolean)
        .join(' ')
    }
    expect(sentence('invitation.created', null)).toBe('created an invitation as member')
    expect(sentence('invitation.created', 'mel@example.com')).toBe(
      'created an invitation for mel@example.com as member',
    )
    expect(sentence('invitation.accepted', 'Ann')).toBe('accepted an invitation from Ann as member')
    expect(sentence('invitation.accepted', null)).toBe('accepted an invitation as member')
    expect(sentence('invitation.revoked', null)).toBe('revoked an invitation as member')
  })

  it('the label of a changed comment states the new status or label, or that the comment was moved', () => {
    const edited: AuditEvent = { ...event, kind: 'thread.updated' }
    const phrase = (detail: string | null) => eventPhrase({ ...edited, detail, count: 1 })
    expect(phrase(null)).toBe('moved a comment on')
    expect(phrase('open')).toBe('reopened a comment on')
    expect(phrase('addressed')).toBe('put a fix back to be checked on')
    expect(phrase('blocker')).toBe('labeled a comment as a blocker on')
    expect(phrase('no_label')).toBe('removed the label of a comment on')
  })

  it('the label of an action of an administrator ends with the reason', () => {
    const suspended: AuditEvent = { ...event, kind: 'workspace.suspended', detail: 'Spam' }
    expect(eventDetail(suspended)).toBe('for this reason: Spam')
    expect(eventDetail({ ...suspended, kind: 'workspace.created', detail: null })).toBeNull()
  })

  it('an event about a changed plan ends with the name of the plan', () => {
    const changed: AuditEvent = { ...event, kind: 'workspace.plan_changed', detail: 'team' }
    expect([eventPhrase({ ...changed, count: 1 }), eventDetail(changed)]).toEqual([
      'changed the plan of the workspace',
      'to Team',
    ])
  })

  it('an event about an export ends with the format of the file', () => {
    const exported: AuditEvent = { ...event, kind: 'review.exported', detail: 'html' }
    expect(eventDetail(exported)).toBe('as HTML')
    expect(eventDetail({ ...exported, detail: 'csv' })).toBe('as CSV')
    expect(eventDetail({ ...exported, detail: null })).toBeNull()
  })

  it('the label of the event that the server disabled a webhook ends with the reason', () => {
    const disabled: AuditEvent = { ...event, kind: 'webhook.disabled', detail: 'failures' }
    expect(eventDetail(disabled)).toBe('because it failed for five days')
    expect(eventDetail({ ...disabled, detail: 'gone' })).toBe('because its receiver responded 410 Gone')
    expect(eventDetail({ ...disabled, detail: null })).toBeNull()
  })

  it('an event has a display name for every type of actor', () => {
    expect(
      (['human', 'agent', 'anonymous', 'system'] as const).map(type =>
        actorName({ type, id: null, name: null }),
      ),
    ).toEqual(['Someone', 'An agent', 'Upload link', 'The server'])
  })
})

describe('a list of events', () => {
  const event = (kind: AuditEvent['kind'], actorId = 'usr_1', reviewId = 'rev_1'): AuditEvent => ({
    id: `evt_${kind}_${actorId}`,
    kind,
    actor: { type: 'human', id: actorId, name: 'Ann' },
    subjectId: 'thr_1',
    title: 'Totals',
    item: null,
    projectId: 'prj_1',
    reviewId,
    detail: null,
    createdAt: '2026-11-21T00:00:00.000Z',
  })
  const kindsOf = (events: AuditEvent[]) => listedEvents(events).map(each => each.kind)

  it('a list of events has one row for a thread and its first comment, and one for each reply', () => {
    expect(kindsOf([event('comment.created'), event('comment.created'), event('thread.created')])).toEqual([
      'comment.created',
      'thread.created',
    ])
  })

  it('a list of all events states which comments are replies, except for the oldest comment', () => {
    const [reply, first, thread] = [
      event('comment.created'),
      event('comment.created'),
      event('thread.created'),
    ]
    const phrases = (...list: Parameters<typeof listedEvents>) => listedEvents(...list).map(eventPhrase)
    expect(phrases([reply, first, thread])).toEqual(['replied to a comment on', 'commented on'])
    // The event that created the thread of the oldest comment is not in the list yet.
    expect(phrases([reply, first])).toEqual(['replied to a comment on', 'added a comment to'])
    expect(phrases([reply, first], false)).toEqual(['added a comment to', 'added a comment to'])
  })

  it('a list of events merges a comment with the status that the same call has set', () => {
    const withStatus = { ...event('comment.created'), detail: 'addressed' }
    const addressed = event('thread.addressed')
    expect(kindsOf([addressed, withStatus])).toEqual(['thread.addressed'])
    expect(kindsOf([addressed, event('comment.created')])).toHaveLength(2)
    expect(kindsOf([event('thread.addressed', 'usr_2'), withStatus])).toHaveLength(2)
  })

  it('a list of events does not merge a comment with the thread of another person or review', () => {
    const reply = event('comment.created')
    expect(kindsOf([reply, event('thread.created', 'usr_2')])).toHaveLength(2)
    expect(kindsOf([reply, event('thread.created', 'usr_1', 'rev_2')])).toHaveLength(2)
    expect(kindsOf([reply])).toHaveLength(1)
  })

  it('a list of events merges successive downloads of originals by one person from one review', () => {
    const download = event('artifact.downloaded')
    const rows = (events: AuditEvent[]) => listedEvents(events).map(each => [each.count, eventPhrase(each)])
    const single = [1, 'downloaded an original file from']
    expect(rows([download, download, download])).toEqual([[3, 'downloaded 3 original files from']])
    expect(rows([download, event('artifact.downloaded', 'usr_2')])).toEqual([single, single])
    expect(rows([download, event('artifact.downloaded', 'usr_1', 'rev_2')])).toEqual([single, single])
    const between = event('review.verified')
    expect(rows([download, between, download])).toEqual([single, [1, 'verified'], single])
  })

  describe('uploads', () => {
    const about = (revision: number, artifactId = 'art_1') => ({
      artifactId,
      title: 'Cart',
      revision,
      threadId: null,
      number: null,
    })
    const declared = (artifactId = 'art_1') => ({ ...event('artifact.declared'), subjectId: artifactId })
    const of = (kind: AuditEvent['kind'], revisionId: string, item: AuditEvent['item']) => ({
      ...event(kind),
      subjectId: revisionId,
      item,
    })
    const stepsOf = (events: AuditEvent[]) =>
      listedEvents(events).map(each => [each.kind, each.steps.map(step => step.kind)])

    it('a list of events has one row with all steps for each upload, even if uploads overlap', () => {
      const cart = about(1)
      const menu = about(1, 'art_2')
      expect(
        stepsOf([
          of('artifact.completed', 'rvs_2', menu),
          of('artifact.completed', 'rvs_1', cart),
          of('upload.received', 'rvs_2', menu),
          of('upload.received', 'rvs_1', cart),
          declared('art_2'),
          declared(),
        ]),
      ).toEqual([
        ['artifact.completed', ['upload.received', 'artifact.declared']],
        ['artifact.completed', ['upload.received', 'artifact.declared']],
      ])
    })

    it('a list of events shows the steps of other actors and unfinished uploads in separate rows', () => {
      const cart = about(1)
      const actor = { type: 'anonymous', id: null, name: null } as const
      const received = { ...of('upload.received', 'rvs_1', cart), actor }
      expect(stepsOf([of('artifact.completed', 'rvs_1', cart), received, declared()])).toEqual([
        ['artifact.completed', ['artifact.declared']],
        ['upload.received', []],
      ])
      expect(stepsOf([declared()])).toEqual([['artifact.declared', []]])
    })

    it('a list of events has one row for each uploaded revision, even of deleted evidence', () => {
      const second = about(2)
      expect(
        stepsOf([
          of('artifact.completed', 'rvs_2', second),
          of('upload.received', 'rvs_2', second),
          of('artifact.revision_declared', 'rvs_2', second),
          of('artifact.completed', 'rvs_1', null),
          of('upload.received', 'rvs_1', null),
          declared('art_9'),
        ]),
      ).toEqual([
        ['artifact.completed', ['upload.received', 'artifact.revision_declared']],
        ['artifact.completed', ['upload.received', 'artifact.declared']],
      ])
    })
  })
})
