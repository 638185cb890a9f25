import { describe, expect, it } from 'vitest'
import type { ApiResponse } from '#shared/client'
import type { CreatedReview } from '#shared/contract/review'
import type { NextStep } from '../../../cli/next-step'
import { signUp } from '../../support/people/sign-up'
import { newReview } from '../../support/reviews/review'
import { upload } from '../../support/reviews/uploads'
import { sharedFixture } from '../../support/server/fixture'
import { unpackCli } from '../../support/cli/cli'

type Page = ApiResponse<'GET /v1/reviews'>
type Listed = Omit<Page, 'reviews'> & { reviews: (Page['reviews'][number] & Partial<NextStep>)[] }

const { server, png } = await sharedFixture()
const person = await signUp(server)
const cli = await unpackCli(server, { EXHIBIT_URL: server.url, EXHIBIT_TOKEN: await person.token() })

describe('`exhibit list`', () => {
  it('`exhibit list` prints a message when there are no reviews', async () => {
    expect(await cli.run(['list'])).toMatchObject({ code: 0, stdout: 'No reviews.\n' })
  })

  it('`exhibit list` prints the newest reviews of all projects with their next steps', async () => {
    const agent = await person.agent()
    const [first, second] = [await person.project('First'), await person.project('Second')]
    const { body: created } = await agent<CreatedReview>('POST', '/v1/reviews', {
      title: 'Totals',
      projectId: first,
      externalRef: 'fix-totals',
    })
    const commented = created.review.id
    const { artifactId } = await upload(agent, commented, png)
    await person.call('POST', `/v1/artifacts/${artifactId}/annotations`, {
      geometry: { x: 0.5, y: 0.5 },
      body: 'The total wraps.',
    })
    const empty = await newReview(agent, second, 'Empty')
    const { code, body } = await cli.json<Listed>(['list'])
    expect([code, body.nextCursor]).toEqual([0, null])
    expect(body.reviews).toMatchObject([
      { id: empty, projectId: second, title: 'Empty', nextAction: { action: 'upload_revision' } },
      {
        id: commented,
        projectId: first,
        externalRef: 'fix-totals',
        status: 'open',
        reviewStatus: 'open',
        counts: { open: 1, total: 1 },
        nextAction: { action: 'apply_feedback' },
        nextCommand: `exhibit feedback --review ${commented} --json`,
      },
    ])
    const text = await cli.run(['list', '--project', 'first'])
    expect(text.stdout).toMatch(
      new RegExp(`^${commented} "Totals" \\(fix-totals\\)\\n  The review is open\\. There is 1 open comment`),
    )
    expect(text.stdout).toContain(`Next: exhibit feedback --review ${commented}\n  ${server.url}/reviews/`)
    expect(text.stdout).not.toContain(empty)
  })

  it('`exhibit list` with a cursor prints the next page of reviews', async () => {
    const { body: newest } = await cli.json<Listed>(['list', '--limit', '1'])
    expect(newest.reviews.map(each => each.title)).toEqual(['Empty'])
    const cursor = newest.nextCursor ?? ''
    expect((await cli.run(['list', '--limit', '1'])).stderr).toContain(`add --cursor ${cursor}`)
    const { body: last } = await cli.json<Listed>(['list', '--limit', '1', '--cursor', cursor])
    expect([last.reviews.map(each => each.title), last.nextCursor]).toEqual([['Totals'], null])
  })

  it('`exhibit list` prints no next steps for a token without feedback:read', async () => {
    const token = await person.token({ capabilities: ['artifact:read'] })
    const { code, body } = await cli.json<Listed>(['list'], { env: { EXHIBIT_TOKEN: token } })
    expect([code, body.reviews.map(each => each.nextAction)]).toEqual([0, [undefined, undefined]])
    expect((await cli.run(['list'], { env: { EXHIBIT_TOKEN: token } })).stdout).toContain(
      'The review is open.',
    )
  })

  it('`exhibit list` lists the projects if the requested project does not exist', async () => {
    const { code, body } = await cli.json(['list', '--project', 'third'])
    expect([code, body.error.code]).toEqual([1, 'no_project'])
    expect(body.error.hint).toMatch(/first \(prj_\w+\)/)
  })

  it.each(['0', '101', '1.5', 'x'])('`exhibit list` rejects `--limit %s`', async limit => {
    expect(await cli.json(['list', '--limit', limit])).toMatchObject({
      code: 2,
      body: { error: { message: expect.stringContaining('a whole number from 1 to 100') as string } },
    })
  })

  it('`exhibit list` accepts the largest `--limit`', async () => {
    expect(await cli.json<Listed>(['list', '--limit', '100'])).toMatchObject({ code: 0 })
  })
})
