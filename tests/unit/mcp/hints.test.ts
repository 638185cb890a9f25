import { describe, expect, it } from 'vitest'
import { httpHints } from '#shared/contract/kit/errors'
import { AppError } from '#shared/errors'
import { hintForTool } from '~~/server/mcp/hints'
import { bySimilarity } from '~~/server/mcp/similarity'

const tool = {
  name: 'open_review',
  schema: { properties: { title: {}, projectId: {}, branch: {} }, required: ['title', 'projectId'] },
}
const args = 'The arguments of open_review are title (required), projectId (required), branch.'

describe('hints of MCP tools', () => {
  it.each([
    [
      `Fix this field and ${httpHints.again}. ${httpHints.fields}`,
      `Fix this field and call the tool again. ${args}`,
    ],
    [
      `Fix this field; 1 more is not valid either: a.b. ${httpHints.fields}`,
      `Fix this field; 1 more is not valid either: a.b. ${args}`,
    ],
    ['GET /v1/projects lists all with their ids.', 'list_reviews lists all with their ids.'],
    ['GET /v1/reviews/{id}/threads lists them.', 'read_feedback lists them.'],
    ['GET /v1/reviews/{id} has no tool.', 'GET /v1/reviews/{id} has no tool.'],
  ])('the hint "%s" is changed to refer to MCP tools and their arguments', (hint, expected) => {
    expect(hintForTool(hint, tool, new Error('any'))).toBe(expected)
  })

  it('the hint of an MCP tool states the seconds of Retry-After, which a model does not see', () => {
    const error = new AppError('rate_limited', { retryAfter: 7 })
    expect(hintForTool(error.hint, tool, error)).toBe('Wait 7 seconds, then try again.')
    expect(hintForTool(null, tool, error)).toBeNull()
  })

  it('the hint of an MCP tool for a caller who has to wait mentions no headers or requests', () => {
    for (const code of ['rate_limited', 'unavailable'] as const) {
      const error = new AppError(code, { retryAfter: 7 })
      expect(hintForTool(error.hint, tool, error)).not.toMatch(/header|openapi|request/)
    }
  })
})

it('bySimilarity compares only the beginning of a long name', () => {
  const names = ['title', 'body', 'threadId']
  const long = (end: string) => 'q'.repeat(100) + end
  expect(bySimilarity(long('threadId'), names)).toEqual(names)
  expect(bySimilarity(long('body'.repeat(250_000)), names)).toEqual(names)
})

it('bySimilarity lists first the names that are similar to a given name or contain it', () => {
  expect(bySimilarity('thread', ['body', 'title', 'threadId'])).toEqual(['threadId', 'title', 'body'])
  expect(bySimilarity('review_id', ['title', 'kind', 'reviewId'])[0]).toBe('reviewId')
})
