import { expect, it } from 'vitest'
import { z } from 'zod'
import { contract } from '#shared/contract'
import { isRaw, type Operation } from '#shared/contract/kit/operation'
import { responseJson } from '~~/server/transport/response-json'
import { untrustedField, untrustedPaths } from '#shared/contract/kit/untrusted'

const pathsOf = (row: Operation) =>
  Object.values(row.responses).flatMap(each => (each === null || isRaw(each) ? [] : untrustedPaths(each)))

it('the responses with comments state which of their fields people wrote', () => {
  expect(pathsOf(contract.readThread)).toEqual([
    'elements',
    'events',
    'comment',
    'artifact.title',
    'comments[].body',
    'comments[].author.name',
    'comments[].images[].name',
    'comments[].reactions[].people[].name',
  ])
  expect(pathsOf(contract.listThreads)).toContain('threads[].replies[].body')
  expect(pathsOf(contract.readReview)).toEqual(['review.decisionComment', 'reviewers[].comment'])
  expect(pathsOf(contract.listCatalog)).toEqual(['projects[].name', 'projects[].reviews[].title'])
  expect(pathsOf(contract.findReviews)).toEqual(['reviews[].title'])
  expect(pathsOf(contract.readContext)).toEqual(['page', 'elements', 'events', 'aria'])
})

it('a response lists only the untrusted fields that it has, whatever its texts contain', () => {
  const json = JSON.stringify({ comment: '"elements":', comments: [{ body: 'Red', images: [] }] })
  expect(responseJson(contract.readThread, json)).toBe(
    `{"untrusted":["comment","comments[].body"],${json.slice(1)}`,
  )
})

it('every response with untrusted fields that agents read lists them', () => {
  const read = (Object.values(contract) as Operation[]).filter(
    // The only text in the response to an image for a comment is the name that the caller sent.
    row => row.path.startsWith('/v1') && row.auth.agent !== false && row.id !== 'uploadCommentImage',
  )
  const silent = read.filter(row =>
    Object.values(row.responses).some(
      each =>
        each instanceof z.ZodObject &&
        untrustedPaths(each.extend(untrustedField)).length > 0 &&
        untrustedPaths(each).length === 0,
    ),
  )
  expect(silent.map(row => row.id)).toEqual([])
})
