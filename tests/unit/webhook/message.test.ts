import { describe, expect, it } from 'vitest'
import { webhookMessageTypes } from '#shared/webhooks'
import { bodyOf, type ReportedEvent } from '~~/server/domain/webhook/message'

const base = 'https://exhibit.example.com'
const event: ReportedEvent = {
  type: 'review.verified',
  workspaceId: 'ws_1',
  projectId: 'prj_1',
  reviewId: 'rev_1',
  subjectId: 'rev_1',
  actor: { type: 'human', id: 'usr_1', name: 'Ann' },
  createdAt: Date.UTC(2026, 10, 22),
  title: 'Checkout',
}
const dataOf = (more: Partial<ReportedEvent>) =>
  (JSON.parse(bodyOf({ ...event, ...more }, 'standard', base)) as { data: Record<string, unknown> }).data

describe('the body of a message', () => {
  it('the body of a message contains no name and no title in the standard format', () => {
    expect(JSON.parse(bodyOf(event, 'standard', base))).toEqual({
      type: 'review.verified',
      timestamp: '2026-11-22T00:00:00.000Z',
      data: {
        workspaceId: 'ws_1',
        projectId: 'prj_1',
        reviewId: 'rev_1',
        subjectId: 'rev_1',
        actor: { type: 'human', id: 'usr_1' },
        status: 'verified',
        url: `${base}/reviews/rev_1`,
      },
    })
  })

  it('the body of a message has the status of a review or a thread only', () => {
    const statuses = webhookMessageTypes.map(type => [type, dataOf({ type }).status])
    expect(Object.fromEntries(statuses)).toEqual({
      'review.created': 'open',
      'review.open': 'open',
      'review.changes_requested': 'changes_requested',
      'review.verified': 'verified',
      'review.deleted': null,
      'artifact.completed': null,
      'artifact.rejected': null,
      'artifact.deleted': null,
      'thread.created': 'open',
      'thread.open': 'open',
      'thread.addressed': 'addressed',
      'thread.resolved': 'resolved',
      'thread.deleted': null,
      'comment.created': null,
      'comment.updated': null,
      'comment.deleted': null,
      'webhook.test': null,
    })
  })

  it('the body of a message has the address of a thread while it exists, else of its review', () => {
    const thread = { subjectId: 'thr_1' }
    expect(dataOf({ ...thread, type: 'thread.created' }).url).toBe(`${base}/reviews/rev_1#thr_1`)
    expect(dataOf({ ...thread, type: 'thread.deleted' }).url).toBe(`${base}/reviews/rev_1`)
    expect(dataOf({ type: 'review.deleted' }).url).toBeNull()
  })

  it.each(['slack', 'discord'] as const)(
    'the body of a message is one sentence of text for %s, whatever names contain',
    format => {
      const hostile = {
        actor: { ...event.actor, name: '<!channel> @everyone' },
        title: '[a](http://b)\n<@1> *bold* _it_ my_file',
      }
      const sentence = Object.values(JSON.parse(bodyOf({ ...event, ...hostile }, format, base)) as object)[0]
      expect(sentence).toBe(
        {
          slack:
            `&lt;!channel&gt; @everyone verified <${base}/reviews/rev_1|[a](http:\u200B//b) &lt;@1&gt; ` +
            '∗bold∗ ˍitˍ my_file>',
          discord:
            '\\<!channel\\> @everyone verified [\\[a\\]\\(http:\u200B//b\\) \\<@1\\> \\*bold\\* \\_it\\_ ' +
            `my\\_file](<${base}/reviews/rev_1>)`,
        }[format],
      )
    },
  )

  it.each(['slack', 'discord'] as const)(
    'the body of a message links nothing for a deleted review in %s',
    format => {
      const deleted = { type: 'review.deleted', title: null } as const
      expect(bodyOf({ ...event, ...deleted }, format, base)).toContain('Ann deleted the review a review')
    },
  )

  it('the body of a message contains the address of the settings in a test', () => {
    const test = { type: 'webhook.test', reviewId: null, title: null } as const
    expect(bodyOf({ ...event, ...test }, 'slack', base)).toBe(
      JSON.stringify({ text: `<${base}/settings/webhooks|This webhook> works: Exhibit sent a test.` }),
    )
  })
})
