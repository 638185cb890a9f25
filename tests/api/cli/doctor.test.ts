import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { PushResult } from '../../../cli/push/push'
import { newFolder, unpackCli } from '../../support/cli/cli'
import { sharedFixture } from '../../support/server/fixture'

const { server, person, png } = await sharedFixture()
const cli = await unpackCli(server, { EXHIBIT_URL: server.url, EXHIBIT_TOKEN: await person.token() })
const cwd = await newFolder('files')
await writeFile(join(cwd, 'a.png'), png)

interface Report {
  ok: boolean
  checks: { name: string; ok: boolean; detail: string; hint: string | null }[]
}
/** Runs `exhibit doctor`. Returns the exit code, and the results for the project and the review. */
async function check(...args: string[]) {
  const { code, body } = await cli.json<Report>(['doctor', ...args], { cwd })
  const found = (name: string) => body.checks.find(each => each.name === name)
  return { code, project: found('project'), review: found('review') }
}

it('`doctor` prints the project that new reviews go to, and whether the given review exists', async () => {
  const { body } = await cli.json<PushResult>(['push', 'a.png', '--ref', 'fix/totals'], { cwd })
  const { id, url } = body.review
  const detail = `${id}, "fix/totals". The review is open. ${url}`
  const project = {
    ok: true,
    detail: expect.stringMatching(/^new reviews go to acme-web \(prj_\w+\)\.$/) as string,
  }
  for (const named of [
    ['--ref', 'fix/totals'],
    ['--review', id],
  ])
    expect(await check(...named)).toMatchObject({ code: 0, project, review: { ok: true, detail } })
  expect(await check('--ref', 'fix/total')).toMatchObject({
    code: 0,
    review: {
      ok: true,
      detail: 'there is none named "fix/total" yet: the first push makes it. Did you mean fix/totals?',
    },
  })
  expect(await check()).toMatchObject({
    code: 0,
    review: { detail: expect.stringContaining('none is named') as string },
  })
})

it('`doctor` lists the capabilities that the token has and the capabilities that it lacks', async () => {
  const token = await person.token({ capabilities: ['artifact:write', 'feedback:read'] })
  const { body } = await cli.json<Report>(['doctor'], { cwd, env: { EXHIBIT_TOKEN: token } })
  expect(body.checks.find(each => each.name === 'token')?.detail).toMatch(
    /^EXHIBIT_TOKEN is valid\. Its capabilities: artifact:write, feedback:read\. It lacks: artifact:read, /,
  )
})

it('`doctor` fails for an unknown project, an unknown review, and if no project is chosen', async () => {
  expect(await check('--ref', 'fix/totals', '--project', 'shop')).toMatchObject({
    code: 1,
    project: {
      ok: false,
      detail: 'The token has access to no project "shop".',
      hint: expect.stringContaining('Its projects: acme-web (prj_') as string,
    },
  })
  expect(await check('--review', 'rev_1')).toMatchObject({
    code: 1,
    project: { ok: true },
    review: { ok: false },
  })
  await person.project('Docs')
  expect(await check('--ref', 'fix/totals')).toMatchObject({
    code: 2,
    project: { ok: false, hint: 'Choose one with --project ID, or set EXHIBIT_PROJECT.' },
    review: { ok: true },
  })
})
