import type { Me } from '#shared/contract/workspace'
import { expect, test } from 'vitest'
import { useEvents } from '~/workspace/use-events'
import { useInbox } from '~/inbox/use-inbox'
import { useProjectContents } from '~/workspace/use-project-contents'
import { useProjectReviews } from '~/workspace/use-project-reviews'
import { useProjects } from '~/workspace/use-projects'
import { useTokensCreatedBy } from '~/workspace/use-tokens-created-by'
import { useWorkspace } from '~/workspace/use-workspace'
import { ref } from 'vue'
import { stubApi } from '../../support/dom/api'
import { inboxWith, me, reviewSummary } from '../../support/dom/fixtures'
import { mountInNuxt, until } from '../../support/dom/mount'

const AT = '2026-06-01T09:00:00.000Z'
const member = { id: 'ws_1', name: 'Team', plan: 'team' as const, role: 'member' as const }
const other = { id: 'ws_2', name: 'Own', plan: 'free' as const, role: 'owner' as const }
const person = me({ workspaces: [member, other] })

test('the inbox counts reviews that need a person, and is loaded again for another workspace', async () => {
  const api = stubApi({
    'GET /api/inbox': () =>
      inboxWith({
        addressed: [reviewSummary()],
        fresh: [reviewSummary({ id: 'rev_2' })],
        open: [reviewSummary({ id: 'rev_3' })],
        waiting: [reviewSummary({ id: 'rev_4' })],
      }),
    'PATCH /api/me': () => person,
  })
  const { result } = await mountInNuxt(() => ({ ...useInbox(), ...useSwitch() }), { me: person })
  expect(result.attentionCount.value).toBe(0)
  await until(() => expect(result.attentionCount.value).toBe(3))
  await result.switchTo('ws_2')
  await until(() =>
    expect(api.calls.filter(each => each.operation === 'GET /api/inbox').map(each => each.query)).toEqual([
      { workspaceId: 'ws_1' },
      { workspaceId: 'ws_2' },
    ]),
  )
})

function useSwitch() {
  const { switchTo } = useWorkspace()
  return { switchTo }
}

test('only projects of the current workspace are listed, but others can be found by id', async () => {
  const project = (id: string, workspaceId: string) => ({
    id,
    name: id,
    slug: id,
    workspaceId,
    reviewCount: 0,
    openReviewCount: 0,
    needsAllReviewers: false,
    baselines: 'verified' as const,
    passesUnchanged: false,
    repository: null,
    createdAt: AT,
  })
  const api = stubApi({
    'GET /api/projects': () => ({ projects: [project('prj_1', 'ws_1'), project('prj_2', 'ws_2')] }),
  })
  const { result } = await mountInNuxt(() => useProjects(), { me: person })
  expect(result.loading.value).toBe(true)
  await until(() => expect(result.projects.value.map(each => each.id)).toEqual(['prj_1']))
  expect(result.find('prj_2')?.workspaceId).toBe('ws_2')
  expect(result.loading.value).toBe(false)
  // The projects are still listed if a request to load them again fails.
  api.offline = true
  await result.refresh()
  expect(result.projects.value.map(each => each.id)).toEqual(['prj_1'])
})

test('the reviews of a project are filtered and sorted by the URL, and loaded page by page', async () => {
  const api = stubApi({
    'GET /api/projects/{id}/reviews': ({ query }) => ({
      reviews: [reviewSummary({ id: query.cursor ? 'rev_2' : 'rev_1' })],
      nextCursor: query.cursor ? null : 'next',
    }),
  })
  const { result, router } = await mountInNuxt(() => useProjectReviews(ref('prj_1')), {
    me: person,
    path: '/projects/prj_1?status=verified&tab=x',
  })
  await until(() => expect(result.list.items.value).toHaveLength(1))
  await result.list.nextPage.load()
  expect(api.calls.map(each => each.query)).toEqual([
    { status: 'verified', sort: 'updated' },
    { status: 'verified', sort: 'updated', cursor: 'next' },
  ])
  result.status.value = undefined
  await until(() => expect(router.currentRoute.value.fullPath).toBe('/projects/prj_1?tab=x'))
  await until(() => expect(api.calls.at(-1)?.query).toEqual({ sort: 'updated' }))
  result.sort.value = 'title'
  await until(() => expect(api.calls.at(-1)?.query).toEqual({ sort: 'title' }))
  result.search.value = 'totals '
  await until(() =>
    expect(router.currentRoute.value.query).toEqual({ tab: 'x', sort: 'title', search: 'totals' }),
  )
  await until(() => expect(api.calls.at(-1)?.query).toEqual({ sort: 'title', search: 'totals' }))
  expect(result.search.value).toBe('totals ')
})

test.each(['branch', 'author', 'status'] as const)('reviews can be sorted by %s in the URL', async sort => {
  const api = stubApi({ 'GET /api/projects/{id}/reviews': () => ({ reviews: [], nextCursor: null }) })
  const { result } = await mountInNuxt(() => useProjectReviews(ref('prj_1')), { path: `/?sort=${sort}` })
  await until(() => expect(result.list.loaded.value).toBe(true))
  expect([result.sort.value, api.calls[0]?.query]).toEqual([sort, { sort }])
})

test('an unknown status or order in the URL of a list of reviews is ignored', async () => {
  const api = stubApi({ 'GET /api/projects/{id}/reviews': () => ({ reviews: [], nextCursor: null }) })
  const { result } = await mountInNuxt(() => useProjectReviews(ref('prj_1')), {
    path: '/?status=nonsense&sort=nonsense',
  })
  await until(() => expect(result.list.loaded.value).toBe(true))
  expect([result.status.value, result.sort.value, api.calls[0]?.query]).toEqual([
    undefined,
    'updated',
    { sort: 'updated' },
  ])
})

test('the events of a workspace are filtered by the kind that the URL contains', async () => {
  const api = stubApi({ 'GET /api/workspaces/{id}/events': () => ({ events: [], next: null }) })
  const { result, router } = await mountInNuxt(() => useEvents(), {
    me: person,
    path: '/settings/activity?kind=thread',
  })
  await until(() => expect(result.loaded.value).toBe(true))
  expect(api.calls[0]).toMatchObject({ params: { id: 'ws_1' }, query: { kind: 'thread' } })
  await result.setKind('review.created')
  await until(() => expect(router.currentRoute.value.query).toEqual({ kind: 'review.created' }))
  await until(() => expect(api.calls.at(-1)?.query).toEqual({ kind: 'review.created' }))
})

test('the images, videos and reviews of a project are counted over all pages of reviews', async () => {
  stubApi({
    'GET /api/projects/{id}/reviews': ({ query }) => ({
      reviews: [reviewSummary({ imageCount: 2, videoCount: query.cursor ? 1 : 0 })],
      nextCursor: query.cursor ? null : 'next',
    }),
  })
  const { result } = await mountInNuxt(() => {
    const { data } = useProjectContents('prj_1')
    return { data }
  })
  await until(() =>
    expect(result.data.value).toBe(
      'This deletes 2 reviews with 4 images and 1 video, including all revisions and comments.',
    ),
  )
})

test('the summary of a project without reviews states that the project contains no reviews', async () => {
  stubApi({ 'GET /api/projects/{id}/reviews': () => ({ reviews: [], nextCursor: null }) })
  const { result } = await mountInNuxt(() => ({ data: useProjectContents('prj_1').data }))
  await until(() => expect(result.data.value).toBe('It contains no reviews.'))
})

const token = (id: string, overrides: object = {}) => ({
  id,
  name: id,
  prefix: 'exh_1234',
  workspaceId: 'ws_1',
  projectId: null,
  capabilities: [],
  createdAt: AT,
  createdBy: 'usr_ann',
  lastUsedAt: null,
  expiresAt: null,
  revokedAt: null,
  ...overrides,
})

async function mountTokens(viewer: Me) {
  const api = stubApi({
    'GET /api/tokens': () => ({
      tokens: [
        token('tok_1'),
        token('tok_2', { revokedAt: AT }),
        token('tok_3', { expiresAt: '2020-01-01T00:00:00.000Z' }),
        token('tok_4', { expiresAt: '2999-01-01T00:00:00.000Z' }),
      ],
    }),
  })
  const { result } = await mountInNuxt(() => useTokensCreatedBy('usr_ann'), { me: viewer })
  return { result, api }
}

test('the list of tokens contains only active tokens that the person has created', async () => {
  const { result, api } = await mountTokens(person)
  expect(result.tokens.value).toBeUndefined()
  await until(() => expect(result.tokens.value?.map(each => each.id)).toEqual(['tok_1', 'tok_4']))
  expect(api.calls[0]?.query).toEqual({ workspaceId: 'ws_1', createdBy: 'usr_ann' })
})

test('a reviewer may not list tokens, so the page of a reviewer does not request any', async () => {
  const reviewer = { ...member, role: 'reviewer' as const }
  const { result, api } = await mountTokens(me({ workspace: reviewer, workspaces: [reviewer] }))
  await until(() => expect(result.tokens.value).toEqual([]))
  expect(api.calls).toEqual([])
})
