import { describe, expect, it } from 'vitest'
import { AppError } from '#shared/errors'
import { hintForTool } from '~~/server/mcp/hints'
import { bySimilarity } from '~~/server/mcp/similarity'

const tool = {
  name: 'open_review',
  schema: { properties: { title: {}, projectId: {}, branch: {} }, required: ['title', 'projectId'] },
}
const args = 'The arguments of open_review are title (required), projectId (required), branch.'

describe('the hint of a tool', () => {
  it.each([
    [
      'Fix this field and send the request again. The fields are described in /openapi.json.',
      `Fix this field and call the tool again. ${args}`,
    ],
    [
      'Fix this field; 1 more is not valid either: a.b. The fields are described in /openapi.json.',
      `Fix this field; 1 more is not valid either: a.b. ${args}`,
    ],
    ['Send only the fields in /openapi.json.', args],
    ['GET /v1/projects lists all with their ids.', 'list_reviews lists all with their ids.'],
    ['GET /v1/reviews/{id}/threads lists them.', 'read_feedback lists them.'],
    ['GET /v1/reviews/{id} has no tool.', 'GET /v1/reviews/{id} has no tool.'],
  ])('the hint of a tool for "%s" names tools and their arguments', (hint, expected) => {
    expect(hintForTool(hint, tool, new Error('any'))).toBe(expected)
  })

  it('the hint of a tool has the seconds of the header that a model does not see', () => {
    const error = new AppError('rate_limited', { retryAfter: 7 })
    expect(hintForTool(error.hint, tool, error)).toBe('Wait 7 seconds, then try again.')
    expect(hintForTool(null, tool, error)).toBeNull()
  })
})

it('names that are similar to another one, or contain it, come first', () => {
  expect(bySimilarity('thread', ['body', 'title', 'threadId'])).toEqual(['threadId', 'title', 'body'])
  expect(bySimilarity('review_id', ['title', 'kind', 'reviewId'])[0]).toBe('reviewId')
})
