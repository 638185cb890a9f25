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

describe('the body of a webhook message', () => {
  it('a webhook message in the standard format contains no names and no titles', () => {
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

  it('the status in a webhook message is the status of a review or a thread, else null', () => {
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

  it('a webhook message links to the thread, or to the review after the thread was deleted', () => {
    const thread = { subjectId: 'thr_1' }
    expect(dataOf({ ...thread, type: 'thread.created' }).url).toBe(`${base}/reviews/rev_1#thr_1`)
    expect(dataOf({ ...thread, type: 'thread.deleted' }).url).toBe(`${base}/reviews/rev_1`)
    expect(dataOf({ type: 'review.deleted' }).url).toBeNull()
  })

  it.each(['slack', 'discord'] as const)(
    'a webhook message for %s is one sentence in which the markup of names and titles is escaped',
    format => {
      const hostile = {
        actor: { ...event.actor, name: '\u202e<!channel> @everyone' },
        title: '[a](http://b)\n<@1> *bold*\u0007 _it_ my_file\u202e',
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

  it('a webhook message for Slack contains no name that becomes a link', () => {
    const actor = { ...event.actor, name: 'help@evil.example' }
    expect(bodyOf({ ...event, actor }, 'slack', base)).toContain('"help @ evil. example verified <')
  })

  it.each(['slack', 'discord'] as const)(
    'a webhook message for %s about a deleted review contains no link',
    format => {
      const deleted = { type: 'review.deleted', title: null } as const
      expect(bodyOf({ ...event, ...deleted }, format, base)).toContain('Ann deleted the review a review')
    },
  )

  it('a test message of a webhook contains the URL of the webhook settings', () => {
    const test = { type: 'webhook.test', reviewId: null, title: null } as const
    expect(bodyOf({ ...event, ...test }, 'slack', base)).toBe(
      JSON.stringify({ text: `<${base}/settings/webhooks|This webhook> works: Exhibit sent a test.` }),
    )
  })
})
