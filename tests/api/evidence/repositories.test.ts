import { describe, expect, it } from 'vitest'
import type { ApiResponse } from '#shared/client'
import type { SubmittedEvidence } from '#shared/contract/submitted-evidence'
import type { CreatedReview } from '#shared/contract/review'
import { eventKindsOf } from '../../support/data/database'
import type { Call } from '../../support/server/client'
import { signUp } from '../../support/people/sign-up'
import { sharedFixture } from '../../support/server/fixture'
import { fileOf, formOf } from '../../support/server/forms'

const { server, png } = await sharedFixture()
const ONE = 'https://github.com/acme/one.git'
const TWO = 'https://github.com/acme/two.git'

/** Sends the same file for the same branch. Only `fields` name the repository and the pull request. */
const submit = (call: Call, fields: { repository?: string; prRef?: string; projectId?: string } = {}) =>
  call<SubmittedEvidence>(
    'POST',
    '/v1/evidence',
    formOf({ files: fileOf(png), externalRef: 'main', ...fields }),
  )

async function newcomer() {
  const owner = await signUp(server)
  const projects = async () => {
    const { body } = await owner.call<ApiResponse<'GET /api/projects'>>('GET', '/api/projects')
    return body.projects
  }
  return { owner, call: await owner.agent(), projects }
}

describe('the project of a repository', () => {
  it('each repository has its own project, even if branches and files have the same names', async () => {
    const { call, projects } = await newcomer()
    const [one, two] = [await submit(call, { repository: ONE }), await submit(call, { repository: TWO })]
    expect([one, two]).toMatchObject([
      { status: 201, body: { project: { name: 'one' }, files: [{ outcome: 'created' }] } },
      { status: 201, body: { project: { name: 'two' }, files: [{ outcome: 'created', revisionIndex: 1 }] } },
    ])
    expect((await projects()).map(each => each.repository)).toEqual([
      'github.com/acme/one',
      'github.com/acme/two',
    ])
  })

  it('a project is found by any URL of its repository, which is stored without credentials', async () => {
    const { call, projects } = await newcomer()
    const { body } = await submit(call, { repository: 'https://ann:s3cret@github.com/acme/one.git' })
    await submit(call, { repository: TWO })
    for (const fields of [
      { repository: 'git@github.com:Acme/One.git' },
      { repository: 'acme/one' },
      { prRef: 'https://github.com/acme/one/pull/7' },
    ])
      expect(await submit(call, fields)).toMatchObject({ body: { review: { id: body.review.id } } })
    expect(JSON.stringify(await projects())).not.toContain('s3cret')
    const created = await call<CreatedReview>('POST', '/v1/reviews', {
      title: 'One',
      externalRef: 'main',
      repository: 'ssh://git@github.com/acme/one',
    })
    expect(created).toMatchObject({ status: 200, body: { reused: true, review: { id: body.review.id } } })
  })

  it('a new project is named with the repository owner if the repository name is taken', async () => {
    const { call } = await newcomer()
    await submit(call, { repository: ONE })
    const other = { repository: 'https://github.com/outsider/one' }
    const { body } = await submit(call, other)
    expect(body).toMatchObject({ reused: false, project: { name: 'outsider/one' } })
    expect(await submit(call, other)).toMatchObject({ body: { review: { id: body.review.id } } })
  })

  it('a new repository uses the only project if the project is empty, not if it has reviews', async () => {
    const { owner, call } = await newcomer()
    const web = await owner.project('Web')
    expect(await submit(call, { repository: ONE })).toMatchObject({ body: { project: { id: web } } })
    expect(await eventKindsOf(server, web)).toContain('project.updated')

    const older = await newcomer()
    const used = await older.owner.project('Web')
    await submit(older.call)
    expect(await submit(older.call, { repository: ONE })).toMatchObject({
      status: 201,
      body: { reused: false, project: { name: 'one' } },
    })
    expect(await submit(older.call, { repository: TWO, projectId: used })).toMatchObject({
      body: { reused: true, project: { id: used } },
    })
    expect(await submit(older.call, { repository: TWO })).toMatchObject({ body: { project: { id: used } } })
  })

  it('a token of one project is refused if this project belongs to another repository', async () => {
    const { owner, call } = await newcomer()
    const web = await owner.project('Web')
    await submit(call)
    const limited = await owner.agent({ projectId: web })
    expect(await submit(limited, { repository: ONE })).toMatchObject({ body: { project: { id: web } } })
    await owner.call('PATCH', `/api/projects/${web}`, { repository: ONE })
    expect(await submit(limited, { repository: ONE })).toMatchObject({ body: { project: { id: web } } })
    expect(await submit(limited, { repository: TWO })).toMatchObject({
      status: 403,
      body: {
        data: {
          field: 'projectId',
          message: expect.stringContaining('no project for the repository "github.com/acme/two"'),
        },
      },
    })
  })

  it('a push with the token of one project does not set the repository of the project', async () => {
    const { owner, call, projects } = await newcomer()
    const contractor = await owner.project('Contractor')
    const limited = await owner.agent({ projectId: contractor })
    for (const fields of [{ repository: ONE }, { repository: ONE, projectId: contractor }])
      expect((await submit(limited, fields)).status).toBeLessThan(300)
    expect((await projects()).map(each => each.repository)).toEqual([null])
    expect(await submit(call, { repository: ONE })).toMatchObject({ body: { project: { name: 'one' } } })
  })

  it('a call that names a repository but no project uses the only project of the caller', async () => {
    const { call } = await newcomer()
    const { body } = await submit(call, { repository: ONE })
    for (const fields of [{}, { repository: 'folder' }, { prRef: 'acme/two#2' }])
      expect(await submit(call, fields)).toMatchObject({ body: { project: { id: body.project.id } } })
  })

  it('concurrent first calls of two repositories create two projects, not a shared one', async () => {
    const { owner, call, projects } = await newcomer()
    await owner.project('Web')
    const results = await Promise.all([ONE, TWO].map(repository => submit(call, { repository })))
    expect(results.map(({ status, body }) => [status, body.reused])).toEqual([
      [201, false],
      [201, false],
    ])
    expect((await projects()).map(each => each.repository).toSorted()).toEqual([
      'github.com/acme/one',
      'github.com/acme/two',
    ])
  })

  it('a repository field that is too long or contains no repository is refused', async () => {
    const { call } = await newcomer()
    for (const repository of ['https://github.com/', 'acme/../shop', `acme/${'x'.repeat(496)}`])
      expect(await submit(call, { repository })).toMatchObject({
        status: 422,
        body: { data: { field: 'repository' } },
      })
    expect(await submit(call, { repository: `acme/${'x'.repeat(495)}` })).toMatchObject({ status: 201 })
    expect(
      await call('POST', '/v1/reviews', { title: 'One', repository: 'https://github.com/' }),
    ).toMatchObject({ status: 422, body: { data: { field: 'repository' } } })
  })
})

describe('lists that are filtered by repository', () => {
  it('lists filtered by repository contain only projects that a push could use', async () => {
    const { owner, call } = await newcomer()
    const { body } = await submit(call, { repository: ONE })
    await owner.project('Web')
    const list = async (query: string) => {
      const path = `/v1/projects?limit=1&${query}`
      return (await call<ApiResponse<'GET /v1/projects'>>('GET', path)).body.projects.map(each => each.slug)
    }
    expect(await list('repository=acme/one')).toEqual(['one'])
    expect(await list('repository=https://github.com/acme/two')).toEqual([])
    expect(await list('repository=acme/two&project=one')).toEqual(['one'])
    expect(await list('')).toEqual(['one', 'web'])
    const found = await call<ApiResponse<'GET /v1/reviews'>>('GET', '/v1/reviews?repository=acme/one')
    expect(found.body.reviews.map(each => each.id)).toEqual([body.review.id])
    expect(await call('GET', '/v1/projects?repository=acme//two')).toMatchObject({
      status: 422,
      body: { data: { field: 'repository' } },
    })
  })
})

describe('PATCH /api/projects/{id}', () => {
  it('people, but not agents, set the repository of a project with PATCH /api/projects/{id}', async () => {
    const { owner, call, projects } = await newcomer()
    const { body } = await submit(call, { repository: ONE })
    const path = `/api/projects/${body.project.id}`
    const stored = async () => (await projects()).map(each => each.repository)
    await owner.call('PATCH', path, { repository: 'git@github.com:acme/renamed.git' })
    expect(await stored()).toEqual(['github.com/acme/renamed'])
    await owner.call('PATCH', path, { name: 'Renamed' })
    expect(await stored()).toEqual(['github.com/acme/renamed'])
    expect(await submit(call, { repository: 'acme/renamed' })).toMatchObject({ body: { reused: true } })
    expect(await call('PATCH', path, { repository: TWO })).toMatchObject({ status: 403 })
    expect(await owner.call('PATCH', path, { repository: 'no//where' })).toMatchObject({
      status: 422,
      body: { data: { field: 'repository' } },
    })
    await owner.call('PATCH', path, { repository: null })
    expect(await stored()).toEqual([null])
  })
})
