import { expect, test } from 'vitest'
import { isSubjectId, useAccessRequest } from '~/access/use-access-request'
import { useAccessDecision } from '~/access/use-access-decision'
import { ApiError } from '#shared/client'
import { ErrorResponse, stubApi } from '../../support/dom/api'
import { me } from '../../support/dom/fixtures'
import { mountInNuxt, until } from '../../support/dom/mount'
import { toastOf } from '../../support/dom/review-page'

const AT = '2026-06-01T09:00:00.000Z'
const own = { subjectId: 'rev_1' as const, createdAt: AT, expiresAt: '2026-06-15T09:00:00.000Z' }

test('a person can request access with or without a message, and then sees the request', async () => {
  let asked: (typeof own)[] = []
  const api = stubApi({
    'GET /api/me/access-requests': () => ({ accessRequests: asked }),
    'POST /api/access-requests': () => {
      asked = [own]
      return own
    },
  })
  const { result } = await mountInNuxt(() => useAccessRequest('rev_1'), { me: me() })
  await until(() => expect(result.loaded.value).toBe(true))
  expect(result.request.value).toBeUndefined()
  expect(await result.ask('  ')).toBe(true)
  expect(result.request.value).toEqual(own)
  await result.ask(' I test the shop. ')
  expect(api.bodies('POST /api/access-requests')).toEqual([
    { subjectId: 'rev_1' },
    { subjectId: 'rev_1', message: 'I test the shop.' },
  ])
})

test('a page does not show an access request that the person made for another review', async () => {
  stubApi({ 'GET /api/me/access-requests': () => ({ accessRequests: [own] }) })
  const { result } = await mountInNuxt(() => useAccessRequest('rev_2'), { me: me() })
  await until(() => expect(result.loaded.value).toBe(true))
  expect(result.request.value).toBeUndefined()
})

test('a failed access request shows its error, even if earlier requests could not be loaded', async () => {
  stubApi({
    'GET /api/me/access-requests': () => {
      throw new ErrorResponse('unavailable')
    },
    'POST /api/access-requests': () => {
      throw new ErrorResponse('conflict', 'You have 10 open access requests.')
    },
  })
  const { result } = await mountInNuxt(() => useAccessRequest('rev_1'), { me: me() })
  await until(() => expect(result.loaded.value).toBe(true))
  expect(await result.ask('')).toBe(false)
  expect(result.failure.value?.message).toBe('You have 10 open access requests.')
})

test('access can be requested only for the full id of a review or a project', () => {
  expect(['rev_1', 'prj_01KA', 'rev_', 'art_1', 'rev_1/x', 'x'].filter(isSubjectId)).toEqual([
    'rev_1',
    'prj_01KA',
  ])
})

const request = {
  id: 'req_1',
  person: { name: 'Eve', email: 'eve@example.com', emailConfirmed: true },
  subjectId: 'rev_1',
  title: 'Totals wrap',
  workspace: { id: 'ws_1', name: 'Team' },
  message: null,
  createdAt: AT,
  expiresAt: AT,
} as const

test('deciding an access request that was already decided shows a message instead of an error', async () => {
  const api = stubApi({
    'POST /api/access-requests/{id}/decline': () => {
      throw new ErrorResponse('not_found')
    },
    'POST /api/access-requests/{id}/accept': () => undefined,
  })
  const { result, nuxt } = await mountInNuxt(() => useAccessDecision(request), { me: me() })
  await result.decline()
  await toastOf(nuxt, 'This request was already decided, or has expired.')
  await result.accept('member')
  const toast = await toastOf(nuxt, 'Eve was added to Team')
  expect([toast.description, toast.actions?.map(each => each.label)]).toEqual(['Member', ['Show people']])
  expect(api.bodies('POST /api/access-requests/{id}/accept')).toEqual([{ role: 'member' }])
  api.on({
    'POST /api/access-requests/{id}/accept': () => {
      throw new ErrorResponse('reviewer_limit_reached')
    },
  })
  await expect(result.accept('reviewer')).rejects.toBeInstanceOf(ApiError)
})
