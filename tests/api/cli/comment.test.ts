import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, describe, expect, it } from 'vitest'
import type { Output } from '#shared/contract'
import { forgeKinds, type ForgeKind } from '#shared/forge/dialects'
import type { WrittenComment } from '#shared/forge/review-comment'
import { newReview } from '../../support/reviews/review'
import { revise, upload } from '../../support/reviews/uploads'
import { newFolder, unpackCli } from '../../support/cli/cli'
import { sharedFixture } from '../../support/server/fixture'
import { headCommit, startForge } from '../../support/stubs/forge'
import { pngImage } from '../../support/media/samples'

const { server, person, agent, projectId, png } = await sharedFixture()
const cli = await unpackCli(server, { EXHIBIT_URL: server.url, EXHIBIT_TOKEN: await person.token() })

let forge: Awaited<ReturnType<typeof startForge>>
afterEach(() => forge.stop())

/** Returns the environment variables of a CI job for pull request 7. */
const jobOf = async (kind: ForgeKind, repository = 'acme/web'): Promise<NodeJS.ProcessEnv> => {
  if (kind === 'gitlab')
    return {
      GITLAB_CI: 'true',
      CI_API_V4_URL: forge.apiUrl,
      CI_PROJECT_ID: 'acme/web',
      CI_MERGE_REQUEST_IID: '7',
      CI_MERGE_REQUEST_SOURCE_PROJECT_ID: repository,
      CI_MERGE_REQUEST_PROJECT_ID: 'acme/web',
      GITLAB_TOKEN: 'secret',
    }
  const event = {
    pull_request: {
      number: 7,
      title: 'x',
      head: { ref: 'fix', sha: 'c0ffee', repo: { full_name: repository } },
      base: { repo: { full_name: 'acme/web' } },
    },
  }
  const path = join(await newFolder('event'), 'event.json')
  await writeFile(path, JSON.stringify(event))
  return {
    GITHUB_ACTIONS: 'true',
    ...(kind === 'gitea' && { GITEA_ACTIONS: 'true' }),
    GITHUB_API_URL: forge.apiUrl,
    GITHUB_REPOSITORY: 'acme/web',
    GITHUB_EVENT_PATH: path,
    GITHUB_TOKEN: 'secret',
  }
}

let titles = 0
/** Creates a review with evidence of a screen that no one accepted before. */
async function reviewWith(title = `Dashboard ${(titles += 1)}`) {
  const reviewId = await newReview(agent, projectId)
  const { artifactId } = await upload(agent, reviewId, png, { title, route: '/home' })
  return { reviewId, artifactId, title }
}

const comment = (reviewId: string, env: NodeJS.ProcessEnv, ...args: string[]) =>
  cli.json<WrittenComment & { pullRequest: number }>(['comment', '--review', reviewId, ...args], { env })

it('the pictures in the pull request comment always show the latest revision', async () => {
  forge = await startForge('github')
  const env = await jobOf('github')
  const { reviewId, artifactId } = await reviewWith()
  await comment(reviewId, env)
  const address = /\((\S+\/e\/[\w-]+)\)/.exec(forge.bodies()[0] ?? '')?.[1] ?? ''
  const larger = await pngImage(96, 72)
  await revise(agent, artifactId, larger)
  const shown = await sharp(Buffer.from(await (await fetch(address)).arrayBuffer())).metadata()
  expect([shown.width, shown.height]).toEqual([96, 72])
})

describe.each(forgeKinds)('`exhibit comment` on %s', kind => {
  it('`exhibit comment` creates one pull request comment, and later updates this comment', async () => {
    forge = await startForge(kind)
    const env = await jobOf(kind)
    const { reviewId, artifactId, title } = await reviewWith()
    forge.add('A person wrote this.')
    expect(await comment(reviewId, env)).toMatchObject({
      code: 0,
      body: { outcome: 'created', pullRequest: 7 },
    })
    expect(await comment(reviewId, env)).toMatchObject({ code: 0, body: { outcome: 'unchanged' } })
    await person.call('POST', `/v1/artifacts/${artifactId}/annotations`, {
      kind: 'artifact',
      body: 'Too small.',
    })
    expect(await comment(reviewId, env)).toMatchObject({ code: 0, body: { outcome: 'updated', removed: 0 } })
    const [first, second, ...others] = forge.bodies()
    expect([first, others]).toEqual(['A person wrote this.', []])
    expect(second).toContain(`<!-- exhibit:${reviewId} -->`)
    expect(second).toContain('Waiting for a reviewer · 1 open')
    expect(second).toMatch(
      new RegExp(`\\| \\[!\\[${title}\\]\\(\\S+/e/\\S+\\)\\]\\(\\S+\\) \\| \\*\\*\\[${title}\\]`),
    )
  })

  it('`exhibit comment --status` sets the status of the review’s commit, or of the head commit', async () => {
    forge = await startForge(kind)
    const env = await jobOf(kind)
    const { reviewId } = await reviewWith()
    await comment(reviewId, env)
    expect(forge.statuses).toEqual([])
    const url = `${server.url}/reviews/${reviewId}`
    expect(await comment(reviewId, env, '--status')).toMatchObject({ code: 0, body: { commit: headCommit } })
    expect(forge.statuses).toMatchObject([{ commit: headCommit, state: 'pending', url, context: 'exhibit' }])
    await agent('PATCH', `/v1/reviews/${reviewId}`, { commit: headCommit })
    await person.call('POST', `/api/reviews/${reviewId}/status`, { status: 'verified' })
    expect(await comment(reviewId, env, '--status')).toMatchObject({ code: 0 })
    expect(forge.statuses.at(-1)).toMatchObject({ state: 'success', description: 'Verified' })
    await agent('PATCH', `/v1/reviews/${reviewId}`, { commit: '0'.repeat(40) })
    const { code, body } = await cli.json(['comment', '--review', reviewId, '--status'], { env })
    expect([code, body.error.message]).toEqual([1, expect.stringMatching(/failed with (422|404)/)])
    await agent('PATCH', `/v1/reviews/${reviewId}`, { commit: '../pulls/7/merge?' })
    const before = forge.requests.length
    const refused = await cli.json(['comment', '--review', reviewId, '--status'], { env })
    expect([refused.code, refused.body.error.message]).toEqual([1, expect.stringContaining('is no hash')])
    expect(forge.requests).toHaveLength(before)
  })

  it('`exhibit comment --status` sets the least favorable status of all reviews of a commit', async () => {
    forge = await startForge(kind)
    const env = await jobOf(kind)
    const own = await person.project(`Shared commit on ${kind}`)
    const [verified, refused] = [await newReview(agent, own), await newReview(agent, own)]
    const commit = headCommit
    for (const [id, status] of [
      [refused, 'changes_requested'],
      [verified, 'verified'],
    ]) {
      await agent('PATCH', `/v1/reviews/${id}`, { commit, prRef: 'acme/web#7' })
      await person.call('POST', `/api/reviews/${id}/status`, { status })
    }
    const path = `/v1/reviews/${verified}/commit-status`
    const read = await agent<Output<'readCommitStatus'>>('GET', `${path}?commit=${commit.slice(0, 7)}`)
    const description = 'Another review: Changes requested'
    const expected = { description, url: `${server.url}/reviews/${refused}` }
    expect(read.body).toEqual({ state: 'failure', ...expected })
    expect((await agent('GET', path)).body).toEqual(read.body)
    expect((await agent('GET', `${path}?commit=main`)).status).toBe(422)
    expect(await comment(verified, env, '--status')).toMatchObject({ code: 0, body: { commit } })
    expect(forge.statuses).toMatchObject([{ commit, ...expected }])
  })

  it('`exhibit comment` updates its oldest comment, and deletes duplicates of parallel jobs', async () => {
    forge = await startForge(kind)
    const env = await jobOf(kind)
    const { reviewId } = await reviewWith()
    const marker = `<!-- exhibit:${reviewId} -->\n`
    forge.beforeNextCreate(() => forge.add(`${marker}of another job`))
    expect(await comment(reviewId, env)).toMatchObject({ body: { outcome: 'created', removed: 1 } })
    expect(forge.bodies()).toEqual([expect.stringContaining('Waiting for a reviewer')])
    for (let n = 0; n < 3; n++) forge.add(`${marker}${n}`)
    expect(await comment(reviewId, env)).toMatchObject({ body: { outcome: 'unchanged', removed: 3, id: 1 } })
    expect(forge.bodies()).toHaveLength(1)
  })

  it('`exhibit comment` finds its comment when it is not on the first page of comments', async () => {
    forge = await startForge(kind)
    const env = await jobOf(kind)
    const { reviewId } = await reviewWith()
    await comment(reviewId, env)
    for (let n = 0; n < 130; n++) forge.add(`Comment ${n}`)
    expect(await comment(reviewId, env)).toMatchObject({ body: { outcome: 'unchanged' } })
    forge.removeAll()
    for (let n = 0; n < 130; n++) forge.add(`Comment ${n}`)
    expect(await comment(reviewId, env)).toMatchObject({ body: { outcome: 'created' } })
    expect(await comment(reviewId, env)).toMatchObject({ body: { outcome: 'unchanged' } })
  })

  it('`exhibit comment` states the remedy for a wrong token, a missing pull request or a fork', async () => {
    forge = await startForge(kind)
    const env = await jobOf(kind)
    const { reviewId } = await reviewWith()
    const fail = async (more: NodeJS.ProcessEnv, ...args: string[]) => {
      const { code, body } = await cli.json(['comment', '--review', reviewId, ...args], {
        env: { ...env, ...more },
      })
      return [code, body.error]
    }
    expect(await fail({ FORGE_TOKEN: 'wrong' })).toMatchObject([
      1,
      { code: 'forge', message: expect.stringContaining('401: Bad credentials') },
    ])
    expect(await fail({}, '--pull-request', '8')).toMatchObject([
      1,
      { code: 'forge', message: expect.stringContaining('404') },
    ])
    const fork = await jobOf(kind, 'outsider/web')
    expect(await fail(fork)).toMatchObject([1, { code: 'fork' }])
    forge.state.isFork = true
    expect(await fail(fork, '--pr', '7')).toMatchObject([1, { code: 'fork' }])
    expect(forge.bodies()).toEqual([])
    expect(await comment(reviewId, fork, '--pull-request', '7')).toMatchObject({
      body: { outcome: 'created' },
    })
  })

  it('`exhibit comment --pr` writes to the given repository, even in the CI job of another one', async () => {
    forge = await startForge(kind)
    const env = await jobOf(kind)
    const { reviewId } = await reviewWith()
    const other = await cli.json(['comment', '--review', reviewId, '--pr', 'acme/shop#7'], { env })
    expect([other.code, other.body.error]).toMatchObject([1, { message: expect.stringContaining('404') }])
    expect(forge.bodies()).toEqual([])
    expect(await comment(reviewId, env, '--pr', 'acme/web#7')).toMatchObject({ body: { outcome: 'created' } })
  })
})

it('`exhibit comment --dry-run` prints the comment without access to a forge', async () => {
  forge = await startForge('github')
  const { reviewId } = await reviewWith('A | B')
  const { code, stdout } = await cli.run(['comment', '--review', reviewId, '--dry-run'])
  expect([code, stdout]).toEqual([0, expect.stringContaining('**[A \\| B](')])
  const { body } = await cli.json(['comment', '--review', reviewId])
  expect(body.error).toMatchObject({ exitCode: 2, message: 'CI does not name the forge.' })
})
