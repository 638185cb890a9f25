import { useNuxtData } from '#app/composables/asyncData'
import type { Reviewer } from '#shared/contract/reviewer'
import { expect, test } from 'vitest'
import { usePeopleToMention } from '~/comment/use-people-to-mention'
import { useAskedForVerdict } from '~/verdict/use-asked-for-verdict'
import { useAnnouncements } from '~/ui/messages/use-announcements'
import { useOutdatedVerdict } from '~/verdict/use-outdated-verdict'
import { useReadyToVerify } from '~/verdict/use-ready-to-verify'
import { useReviewers } from '~/verdict/use-reviewers'
import { ErrorResponse } from '../../support/dom/api'
import { artifact, me, review, reviewPayload, revision } from '../../support/dom/fixtures'
import { settle, until } from '../../support/dom/mount'
import { mountOnReview } from '../../support/dom/review-page'

const REVIEWERS = 'PUT /api/reviews/{id}/reviewers'
const MEMBERS = 'GET /api/workspaces/{id}/members'
const AT = '2026-06-02T09:00:00.000Z'
const names: Record<string, string> = { usr_me: 'Mara', usr_bo: 'Bo', usr_cy: 'Cy' }

/** Creates a reviewer who was asked for a verdict and has not given one. `more` overrides fields. */
const reviewer = (userId: string, more: Partial<Reviewer> = {}): Reviewer => ({
  userId,
  name: names[userId] ?? '',
  isRequested: true,
  isAwaited: true,
  status: null,
  comment: null,
  mentions: [],
  decidedAt: null,
  ...more,
})
const verified = { isAwaited: false, status: 'verified', decidedAt: AT } as const

async function mountReviewers(reviewers: Reviewer[] = [], person = me()) {
  const mounted = await mountOnReview(
    () => ({
      ...useReviewers(),
      ...useAnnouncements(),
      mentions: usePeopleToMention(),
      isAsked: useAskedForVerdict(),
      ready: useReadyToVerify(),
      isOutdated: useOutdatedVerdict(),
    }),
    {
      payload: { reviewers },
      me: person,
      // The reviewers card opens only after the review was loaded, so the loaded review is in the cache from
      // the start.
      onPage() {
        const payload = reviewPayload([artifact('a')], { reviewers })
        useNuxtData('review-rev_1').data.value = {
          payload,
          threads: [],
          isPartial: false,
          pending: [],
          share: null,
        }
      },
      handlers: {
        [MEMBERS]: () => ({
          members: Object.entries(names).map(([userId, name]) => ({
            userId,
            name,
            email: `${userId}@example.org`,
            role: 'member',
            joinedAt: AT,
          })),
          invitations: [],
          agentInvitations: true,
          scriptedSessions: [],
        }),
      },
    },
  )
  const { served, api, result } = mounted
  api.on({
    [REVIEWERS]: ({ body }) => {
      const { userIds } = body as { userIds: string[] }
      served.payload = { ...served.payload, reviewers: userIds.map(id => reviewer(id)) }
      return { reviewers: served.payload.reviewers }
    },
  })
  /** Changes the review on the test server, and reads it again. */
  const change = async (payload: Partial<typeof served.payload>) => {
    served.payload = { ...served.payload, ...payload }
    await mounted.page.source.refresh()
  }
  const candidates = () => result.candidates.value.map(each => each.name)
  return { ...mounted, change, candidates }
}

test('one request loads both the people to ask for a verdict and the people to mention', async () => {
  const { result, candidates, api } = await mountReviewers()
  await until(() => expect(candidates()).toEqual(['Mara', 'Bo', 'Cy']))
  result.mentions.load()
  expect(result.mentions.people.value.map(each => each.name)).toEqual(['Bo', 'Cy'])
  await settle()
  expect(api.calls.filter(each => each.operation === MEMBERS)).toHaveLength(1)
})

test('asking a person for a verdict keeps the earlier requests, and a message confirms it', async () => {
  const { result, candidates, api } = await mountReviewers([reviewer('usr_bo')])
  await until(() => expect(candidates()).toEqual(['Mara', 'Cy']))
  result.request('usr_cy')
  await until(() => expect(result.message.value).toBe('Cy is asked for a verdict'))
  expect(api.bodies(REVIEWERS)).toEqual([{ userIds: ['usr_bo', 'usr_cy'] }])
  expect(result.reviewers.value.map(each => each.name)).toEqual(['Bo', 'Cy'])
  expect(candidates()).toEqual(['Mara'])
})

test('withdrawing the request to one person keeps the requests to others, and shows a message', async () => {
  const { result, candidates, api } = await mountReviewers([reviewer('usr_bo'), reviewer('usr_cy')])
  await until(() => expect(candidates()).toEqual(['Mara']))
  await result.withdraw(reviewer('usr_bo'))
  await until(() => expect(result.message.value).toBe('Bo is not asked any more'))
  expect(api.bodies(REVIEWERS)).toEqual([{ userIds: ['usr_cy'] }])
  expect(candidates()).toEqual(['Mara', 'Bo'])
})

test('asking another person does not ask a person who gave a verdict without being asked', async () => {
  const unasked = reviewer('usr_bo', { ...verified, isRequested: false })
  const { result, candidates, api } = await mountReviewers([unasked])
  await until(() => expect(candidates()).toEqual(['Mara', 'Bo', 'Cy']))
  result.request('usr_cy')
  await until(() => expect(api.bodies(REVIEWERS)).toEqual([{ userIds: ['usr_cy'] }]))
})

test('a failed request for a verdict shows the reason instead of a confirmation', async () => {
  const { result, candidates, api } = await mountReviewers()
  await until(() => expect(candidates()).toHaveLength(3))
  api.on({
    [REVIEWERS]: () => {
      throw new ErrorResponse('forbidden', 'You may not.')
    },
  })
  result.request('usr_bo')
  await until(() => expect(result.failure.value?.message).toBe('You may not.'))
  expect([result.message.value, result.reviewers.value]).toEqual(['', []])
})

test('a reviewer can ask no one for a verdict, and does not load the people of the workspace', async () => {
  const workspace = { id: 'ws_1', name: 'Team', plan: 'team' as const, role: 'reviewer' as const }
  const { result, api } = await mountReviewers(
    [reviewer('usr_bo')],
    me({ workspace, workspaces: [workspace] }),
  )
  expect(result.canRequest.value).toBe(false)
  expect(result.candidates.value).toEqual([])
  expect(api.calls.map(each => each.operation)).not.toContain(MEMBERS)
})

test('a person counts as asked for a verdict until they give one', async () => {
  const { result, change } = await mountReviewers([reviewer('usr_bo')])
  expect(result.isAsked.value).toBe(false)
  await change({ reviewers: [reviewer('usr_me')] })
  expect(result.isAsked.value).toBe(true)
  await change({ reviewers: [reviewer('usr_me', verified)] })
  expect(result.isAsked.value).toBe(false)
})

test('a review is ready to verify after the last requested verdict, until it is verified', async () => {
  const { result, change } = await mountReviewers([reviewer('usr_bo', verified), reviewer('usr_cy')])
  expect(result.ready.value).toBeNull()
  await change({ reviewers: [reviewer('usr_bo', verified)] })
  expect(result.ready.value).toBe('Everyone asked has verified.')
  await change({ review: review({ status: 'verified', decidedAt: AT }) })
  expect(result.ready.value).toBeNull()
})

test('a verdict is outdated after new evidence arrives, until the verdict is given again', async () => {
  const { result, change } = await mountReviewers()
  await change({ review: review({ status: 'changes_requested', decidedAt: AT }) })
  expect(result.isOutdated.value).toBe(false)
  const added = revision('rvs_2a', 2, { completedAt: '2026-06-02T09:00:00.001Z' })
  await change({ artifacts: [artifact('a', 1, { revisions: [revision('rvs_1a', 1), added] })] })
  expect(result.isOutdated.value).toBe(true)
  const later = '2026-06-02T09:00:00.002Z'
  await change({ review: review({ status: 'changes_requested', decidedAt: later }) })
  expect(result.isOutdated.value).toBe(false)
})
