import { expect, it } from 'vitest'
import { newReview } from '../../support/reviews/review'
import { sharedFixture } from '../../support/server/fixture'

const { agent, projectId } = await sharedFixture()
const reviewId = await newReview(agent, projectId)
const body = { body: 'Hello.' }

it('unknown query parameters are ignored, and listed in x-ignored-parameters', async () => {
  const { status, headers } = await agent('GET', `/v1/reviews/${reviewId}/threads?wait=5&status=all&limit=1`)
  expect([status, headers.get('x-ignored-parameters')]).toEqual([200, 'wait, limit'])
  expect(headers.get('x-ignored-fields')).toBeNull()
})

it.each(['threads', 'wait'])('the response body of %s also lists ignored parameters', async name => {
  const path = `/v1/reviews/${reviewId}/${name}?seconds=0&sicne=1`
  const known =
    name === 'wait'
      ? ['since', 'seconds', 'gather', 'size', 'fields']
      : ['status', 'since', 'size', 'fields', 'format']
  const ignored = name === 'wait' ? 'sicne' : 'seconds, sicne'
  const { status, body: result } = await agent('GET', path)
  expect([status, result]).toMatchObject([
    200,
    {
      reviewId,
      warnings: [`Unknown parameters were ignored: ${ignored}. Known: ${known.join(', ')}.`],
    },
  ])
  const quiet = await agent('GET', `/v1/reviews/${reviewId}/${name}?${name === 'wait' ? 'seconds=0' : ''}`)
  expect(quiet.body).not.toHaveProperty('warnings')
})

it('a list with warnings about parameters is not cached', async () => {
  const path = `/v1/reviews/${reviewId}/threads`
  const tag = (await agent('GET', path)).headers.get('etag') ?? ''
  const warned = await agent('GET', `${path}?limit=1`, undefined, { 'if-none-match': tag })
  expect([warned.status, warned.headers.get('etag')]).toEqual([200, null])
  expect((await agent('GET', path, undefined, { 'if-none-match': tag })).status).toBe(304)
})

it('unknown fields of a body are ignored, and listed in x-ignored-fields', async () => {
  const path = `/v1/reviews/${reviewId}/threads`
  const { status, headers } = await agent('POST', path, { ...body, severity: 'high' })
  expect([status, headers.get('x-ignored-fields')]).toEqual([201, 'severity'])
})

it('malformed and too long names of ignored fields are not listed', async () => {
  const path = `/v1/reviews/${reviewId}/threads`
  const known = await agent('GET', `${path}?status=all`)
  expect(known.headers.get('x-ignored-parameters')).toBeNull()
  const { status, headers } = await agent('POST', path, {
    ...body,
    'a\r\nset-cookie: x': 1,
    ['x'.repeat(41)]: 1,
  })
  expect([status, headers.get('x-ignored-fields')]).toEqual([201, null])
  const longest = await agent('POST', path, { ...body, ['x'.repeat(40)]: 1 })
  expect(longest.headers.get('x-ignored-fields')).toBe('x'.repeat(40))
})

it('a response lists at most 20 names of ignored fields or parameters', async () => {
  const names = Array.from({ length: 21 }, (_, index) => `name${index}`)
  const query = names.map(each => `${each}=1`).join('&')
  const { headers } = await agent('GET', `/v1/reviews/${reviewId}?${query}`)
  expect(headers.get('x-ignored-parameters')).toBe(names.slice(0, 20).join(', '))
})

it('an error response also lists ignored fields', async () => {
  const { status, headers } = await agent('POST', '/v1/reviews', { projectID: projectId })
  expect([status, headers.get('x-ignored-fields')]).toEqual([422, 'projectID'])
})
