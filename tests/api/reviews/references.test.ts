import { describe, expect, it } from 'vitest'
import type { CreatedReview, Review } from '#shared/contract/review'
import type { SubmittedEvidence } from '#shared/contract/submitted-evidence'
import { fileOf, formOf, onePixel } from '../../support/server/forms'
import { sharedFixture } from '../../support/server/fixture'

const { person, agent } = await sharedFixture()

const open = async (projectId: string, externalRef: string, more: object = {}) =>
  (await agent<CreatedReview>('POST', '/v1/reviews', { title: 'Totals', projectId, externalRef, ...more }))
    .body
const find = async (projectId: string, reference: string) => {
  const query = new URLSearchParams({ project: projectId, externalRef: reference }).toString()
  const { body } = await agent<{ reviews: { id: string }[] }>('GET', `/v1/reviews?${query}`)
  return body.reviews.map(each => each.id)
}

const address = 'https://github.com/acme/shop/pull/77'
const forms = [
  address,
  `${address}/files`,
  'acme/shop#77',
  'Acme/Shop#77',
  '#77',
  'pr-77',
  'refs/pull/77/head',
]

describe('references to a pull request', () => {
  it.each([address, 'acme/shop#77', '#77', 'pr-77'])(
    'a review with the pull request reference %s is found by every form of the reference',
    async first => {
      const projectId = await person.project()
      const { review } = await open(projectId, first)
      for (const form of forms) {
        const again = await open(projectId, form)
        expect([form, again.reused, again.review.id]).toEqual([form, true, review.id])
        // The review keeps the form of the reference that was sent first.
        expect(again.review.externalRef).toBe(first)
        expect([form, await find(projectId, form)]).toEqual([form, [review.id]])
      }
    },
  )

  it('concurrent calls with different forms of a pull request reference create one review', async () => {
    const projectId = await person.project()
    const calls = forms.map((externalRef, index) =>
      index % 2 === 0
        ? open(projectId, externalRef)
        : agent<SubmittedEvidence>(
            'POST',
            '/v1/evidence',
            formOf({ files: fileOf(onePixel), externalRef, projectId }),
          ).then(response => response.body),
    )
    const opened = await Promise.all(calls)
    expect(new Set(opened.map(each => each.review.id)).size).toBe(1)
    expect(opened.filter(each => !each.reused)).toHaveLength(1)
  })

  it('references with different repositories or numbers are different pull requests', async () => {
    const projectId = await person.project()
    const shop = await open(projectId, 'acme/shop#77')
    for (const other of ['acme/api#77', 'acme/shop#78', '77', 'https://git.example.com/x/shop/pulls/77'])
      expect([other, (await open(projectId, other)).reused]).toEqual([other, false])
    // Several reviews match, so the server reuses none.
    expect((await open(projectId, 'pr-77')).reused).toBe(false)
    expect((await open(projectId, 'acme/shop#77')).review.id).toBe(shop.review.id)
  })

  it('a pull request reference finds the review of its branch, unless several reviews match', async () => {
    const projectId = await person.project()
    const first = await open(projectId, 'fix-totals', { prRef: '77' })
    expect((await open(projectId, 'acme/shop#77')).review.id).toBe(first.review.id)
    const second = await open(projectId, 'fix-menu', { prRef: address })
    expect(second.reused).toBe(false)
    expect(await find(projectId, '#77')).toEqual([second.review.id, first.review.id])
    expect((await open(projectId, '#77')).reused).toBe(false)
  })

  it('a full pull request reference in externalRef also sets the prRef and the title', async () => {
    const projectId = await person.project()
    const { body } = await agent<SubmittedEvidence>(
      'POST',
      '/v1/evidence',
      formOf({ files: fileOf(onePixel), externalRef: address, projectId }),
    )
    expect(body.review).toMatchObject({ externalRef: address, prRef: 'acme/shop#77', title: 'acme/shop#77' })
    expect(body.markdown).toMatch(/^### acme\/shop\\#77\n/)
    expect((await open(projectId, 'pr-78')).review.prRef).toBeNull()
    expect((await open(projectId, 'acme/shop#79', { prRef: '#79' })).review.prRef).toBe('#79')
  })
})

describe('a reference that is a branch name', () => {
  it('a reference that is a branch name finds reviews of the branch, but does not reuse them', async () => {
    const projectId = await person.project()
    const { review } = await open(projectId, 'pr-5', { branch: 'fix/totals' })
    expect(await find(projectId, 'fix/totals')).toEqual([review.id])
    // A branch of a fork can have the same name as a branch of the repository.
    const own = await open(projectId, 'fix/totals')
    expect(own.reused).toBe(false)
    expect(await find(projectId, 'fix/totals')).toEqual([own.review.id])
  })

  it('a review is found by the references that PATCH sets, and PATCH returns its new Markdown', async () => {
    const projectId = await person.project()
    const { review } = await open(projectId, 'fix-totals')
    const list = `/v1/projects?project=${projectId}`
    const etag = (await agent('GET', list)).headers.get('etag') ?? ''
    const changed = await agent<Review & { markdown: string }>('PATCH', `/v1/reviews/${review.id}`, {
      title: 'New title',
      prRef: '#77',
      branch: 'fix/totals',
    })
    expect(changed.body).toMatchObject({ id: review.id, title: 'New title' })
    expect(changed.body.markdown).toMatch(/^### New title\n/)
    for (const reference of ['acme/shop#77', 'fix/totals'])
      expect(await find(projectId, reference)).toEqual([review.id])
    expect((await agent('GET', list, undefined, { 'if-none-match': etag })).status).toBe(200)
    await agent('PATCH', `/v1/reviews/${review.id}`, { prRef: null })
    expect(await find(projectId, '#77')).toEqual([])
  })
})
