import { expect, test } from 'vitest'
import { useFilesToUpload, useStartReview } from '~/evidence/use-start-review'
import { useProjects } from '~/workspace/use-projects'
import { ErrorResponse, stubApi } from '../../support/dom/api'
import { me, review, reviewPayload } from '../../support/dom/fixtures'
import { mountInNuxt, until } from '../../support/dom/mount'
import { png } from '../../support/dom/uploads'

const CREATE_PROJECT = 'POST /api/projects'
const CREATE_REVIEW = 'POST /v1/reviews'
const project = (id: string) => ({
  id,
  name: id,
  slug: id,
  workspaceId: 'ws_1',
  reviewCount: 0,
  openReviewCount: 0,
  needsAllReviewers: false,
  baselines: 'verified' as const,
  passesUnchanged: false,
  repository: null,
  createdAt: '2026-06-01T09:00:00.000Z',
})

async function mountStart(ids: string[]) {
  const projects = ids.map(project)
  const api = stubApi({
    'GET /api/projects': () => ({ projects }),
    [CREATE_PROJECT]: () => {
      projects.push(project('prj_new'))
      const { id, name, slug, workspaceId } = project('prj_new')
      return { project: { id, name, slug, workspaceId } }
    },
    [CREATE_REVIEW]: () => {
      const { project: of, artifacts, threadCounts, markdown } = reviewPayload([])
      return {
        reused: false,
        review: review({ id: 'rev_new' }),
        project: of,
        artifacts,
        threadCounts,
        markdown,
      }
    },
  })
  const { result, router } = await mountInNuxt(
    () => ({ ...useStartReview(), handed: useFilesToUpload(), loading: useProjects().loading }),
    { me: me() },
  )
  await until(() => expect(result.loading.value).toBe(false))
  return { ...result, api, path: () => router.currentRoute.value.path }
}

test('without a project, dropped files create a project, and a review with the name of a file', async () => {
  const { start, handed, api, path } = await mountStart([])
  const files = [png('checkout_total'), png('cart')]
  await start(files)
  expect(api.bodies(CREATE_PROJECT)).toEqual([{ name: 'First project', workspaceId: 'ws_1' }])
  expect(api.bodies(CREATE_REVIEW)).toEqual([{ projectId: 'prj_new', title: 'Checkout total' }])
  expect(path()).toBe('/reviews/rev_new')
  // The page of the review receives the files and uploads them.
  expect(handed.value).toEqual(files)
})

test('files create a review in the project of the page, or in the first project on other pages', async () => {
  const { start, api } = await mountStart(['prj_1', 'prj_2'])
  await start([png('cart')], 'prj_2')
  await start([png('cart')])
  const titled = { title: 'Cart' }
  expect(api.bodies(CREATE_REVIEW)).toEqual([
    { projectId: 'prj_2', ...titled },
    { projectId: 'prj_1', ...titled },
  ])
  expect(api.bodies(CREATE_PROJECT)).toEqual([])
})

test('a file of an unsupported type is left out, and no review is created without other files', async () => {
  const { start, refusal, api, path } = await mountStart(['prj_1'])
  const notes = new File(['hello'], 'notes.txt', { type: 'text/plain' })
  await start([notes])
  expect(refusal.value).toMatch(/^“.*” is not an image or a video that can be shown/)
  expect(api.bodies(CREATE_REVIEW)).toEqual([])
  expect(path()).toBe('/')
  await start([notes, png('Login')])
  expect(refusal.value).toBeNull()
  expect(api.bodies(CREATE_REVIEW)).toEqual([{ projectId: 'prj_1', title: 'Login' }])
})

test('a review that cannot be created leaves the person on the page and shows the reason', async () => {
  const { start, failure, handed, api, path } = await mountStart(['prj_1'])
  api.on({
    [CREATE_REVIEW]: () => {
      throw new ErrorResponse('forbidden', 'You may not.')
    },
  })
  await start([png('Login')])
  expect(failure.value?.message).toBe('You may not.')
  expect([path(), handed.value]).toEqual(['/', []])
})
