import { execFile } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { baseEnvironment } from '../../support/server/child-process'
import { newFolder } from '../../support/cli/cli'
import { printedFiles } from '../../support/cli/printed-files'
import { upload } from '../../support/reviews/uploads'
import { sharedFixture } from '../../support/server/fixture'
import { headCommit, startForge, type ForgeStub } from '../../support/stubs/forge'
import { root } from '../../support/paths'

const { server, person, agent, projectId, png } = await sharedFixture()
const token = await person.token({ projectId })

let forge: ForgeStub
afterEach(() => forge.stop())

interface Ran {
  code: number
  output: string
}

/** Runs a shell script in a folder. */
async function runScript(shell: string[], script: string, cwd: string, env: NodeJS.ProcessEnv): Promise<Ran> {
  const [command = '', ...args] = shell
  try {
    const { stdout, stderr } = await promisify(execFile)(command, [...args, script], {
      cwd,
      env: { ...baseEnvironment, HOME: cwd, npm_config_cache: join(cwd, '.npm'), ...env },
    })
    return { code: 0, output: stdout + stderr }
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
    return { code, output: stdout + stderr }
  }
}

/** Returns a folder with two pictures, one of which has a space in its name. */
async function newCheckout(): Promise<string> {
  const cwd = await newFolder('checkout')
  for (const name of ['shots/home page.png', 'shots/cart/empty.png', 'shots/notes.txt']) {
    await mkdir(dirname(join(cwd, name)), { recursive: true })
    await writeFile(join(cwd, name), name.endsWith('.png') ? png : 'text')
  }
  return cwd
}

const evidenceOf = async (reviewId: string) =>
  (await agent<{ artifacts: { title: string }[] }>('GET', `/v1/reviews/${reviewId}`)).body.artifacts.map(
    each => each.title,
  )

describe('action.yml', () => {
  interface Action {
    inputs: Record<string, { default?: string; required?: boolean; description: string }>
    outputs: Record<string, { value: string }>
    runs: {
      using: string
      steps: { id?: string; name?: string; run?: string; env?: Record<string, string> }[]
    }
  }

  /** Runs the shell steps of the action as GitHub does, in the job of a pull request. */
  async function runAction(inputs: Record<string, string>) {
    const action = parse(await readFile(join(root, 'action.yml'), 'utf8')) as Action
    const cwd = await newCheckout()
    const output = join(cwd, 'output')
    const event = join(cwd, 'event.json')
    const repository = { full_name: 'acme/web' }
    const pull = {
      number: 7,
      title: 'Keep totals on one line',
      head: { ref: `fix-${Math.random()}`, sha: headCommit, repo: repository },
      base: { repo: repository },
    }
    await writeFile(event, JSON.stringify({ pull_request: pull }))
    await writeFile(output, '')
    const values = (name: string) => inputs[name] ?? action.inputs[name]?.default ?? ''
    const outputs = async () =>
      Object.fromEntries(
        (await readFile(output, 'utf8')).split('\n').map(line => line.split(/=(.*)/, 2) as [string, string]),
      )
    const results: Ran[] = []
    for (const { run, env = {} } of action.runs.steps) {
      if (run === undefined) continue
      const known = await outputs()
      const variables = Object.entries(env).map(([name, value]) => [
        name,
        value
          .replace(/\$\{\{ inputs\.([\w-]+) \}\}/, (_, input: string) => values(input))
          .replace(/\$\{\{ steps\.push\.outputs\.([\w-]+) \}\}/, (_, key: string) => known[key] ?? ''),
      ])
      const script = join(cwd, `step-${results.length}.sh`)
      await writeFile(script, run)
      const ran = await runScript(['bash', '--noprofile', '--norc', '-eo', 'pipefail'], script, cwd, {
        GITHUB_ACTIONS: 'true',
        GITHUB_API_URL: forge.apiUrl,
        GITHUB_REPOSITORY: 'acme/web',
        GITHUB_EVENT_PATH: event,
        GITHUB_OUTPUT: output,
        ...(Object.fromEntries(variables) as Record<string, string>),
      })
      results.push(ran)
      if (ran.code !== 0 || !(await outputs())['review-id']) break
    }
    return { results, outputs: await outputs(), action }
  }

  const inputs = {
    'url': server.url,
    token,
    'files': 'shots/**/*.png\nshots/cart/empty.png',
    'github-token': 'secret',
  }

  it('action.yml pushes files, writes a comment and a commit status, and outputs the review', async () => {
    forge = await startForge('github')
    const { results, outputs, action } = await runAction({ ...inputs, status: 'true' })
    expect(results).toMatchObject([{ code: 0 }, { code: 0 }])
    expect(Object.keys(action.outputs)).toEqual(['review-id', 'review-url'])
    const id = outputs['review-id'] ?? ''
    expect(outputs['review-url']).toBe(`${server.url}/reviews/${id}`)
    expect((await evidenceOf(id)).sort()).toEqual(['Empty', 'Home page'])
    expect(forge.bodies()).toEqual([expect.stringContaining(`<!-- exhibit:${id} -->`)])
    expect(forge.statuses).toMatchObject([{ commit: headCommit, state: 'pending', context: 'exhibit' }])
  })

  it('action.yml sets no commit status by default', async () => {
    forge = await startForge('github')
    expect((await runAction(inputs)).results).toMatchObject([{ code: 0 }, { code: 0 }])
    expect([forge.bodies().length, forge.statuses.length]).toEqual([1, 0])
  })

  it('action.yml sends nothing without a token, and fails if no file matches', async () => {
    forge = await startForge('github')
    expect((await runAction({ ...inputs, token: '' })).results).toEqual([
      { code: 0, output: expect.stringContaining('::warning::Exhibit: there is no token') },
    ])
    expect((await runAction({ ...inputs, files: 'nothing/*.png' })).results).toEqual([
      { code: 2, output: expect.stringContaining('no file matches') },
    ])
    expect((await runAction({ ...inputs, token: 'svc_wrong' })).results).toEqual([
      { code: 3, output: expect.stringContaining('"error"') },
    ])
    expect(forge.requests).toEqual([])
  })
})

it('the workflow in docs/pull-requests.md answers a comment with the state of the review', async () => {
  forge = await startForge('github')
  const printed = (await printedFiles('docs/pull-requests.md')).find(each =>
    each.name.endsWith('comment.yml'),
  )
  const workflow = parse(printed?.text ?? '') as {
    on: { issue_comment: object }
    jobs: { answer: { if: string; steps: { name?: string; run?: string }[] } }
  }
  expect(workflow.on).toEqual({ issue_comment: { types: ['created'] } })
  expect(workflow.jobs.answer.if).toContain('author_association')
  const script = workflow.jobs.answer.steps.find(each => each.name === 'Answer')?.run ?? ''
  const cwd = await newCheckout()
  // A stub of GitHub's command line, which prints its arguments.
  await writeFile(join(cwd, 'gh'), '#!/bin/sh\nprintf "%s\\n" "$@"\n', { mode: 0o755 })
  const answer = (pull: string) =>
    runScript(['bash', '-e', '-o', 'pipefail', '-c'], script, cwd, {
      PATH: `${cwd}:${baseEnvironment.PATH}`,
      GITHUB_ACTIONS: 'true',
      GITHUB_REPOSITORY: 'acme/answered',
      GH_REPO: 'acme/answered',
      EXHIBIT_URL: server.url,
      EXHIBIT_TOKEN: token,
      PULL: pull,
    })
  const body = { projectId, title: 'Totals', prRef: 'acme/answered#71', externalRef: 'fix-answers' }
  const { review } = (await agent<{ review: { id: string } }>('POST', '/v1/reviews', body)).body
  await upload(agent, review.id, png)
  const { code, output } = await answer('71')
  expect([code, output]).toEqual([0, expect.stringContaining('0 open, 0 addressed. ')])
  expect(output).toContain('pr\ncomment\n71\n--body\n')
  expect(output).toContain(`${server.url}/reviews/${review.id}\n`)
  const unknown = await answer('72')
  expect([unknown.code, unknown.output]).toEqual([0, expect.stringContaining('There is no review named')])
})

describe('templates/exhibit.gitlab-ci.yml', () => {
  interface Template {
    '.exhibit': { script: string[]; variables: Record<string, string> }
  }

  /** Runs the script of the job as a runner does. */
  async function runJob(variables: NodeJS.ProcessEnv): Promise<Ran & { reviewId: string }> {
    const { '.exhibit': job } = parse(
      await readFile(join(root, 'templates/exhibit.gitlab-ci.yml'), 'utf8'),
    ) as Template
    const cwd = await newCheckout()
    const ran = await runScript(['sh', '-ec'], job.script.join('\n'), cwd, {
      GITLAB_CI: 'true',
      CI_API_V4_URL: forge.apiUrl,
      CI_PROJECT_ID: 'acme/web',
      CI_COMMIT_SHA: headCommit,
      CI_MERGE_REQUEST_IID: '7',
      CI_MERGE_REQUEST_TITLE: 'Keep totals on one line',
      CI_MERGE_REQUEST_SOURCE_BRANCH_NAME: `fix-${Math.random()}`,
      CI_MERGE_REQUEST_SOURCE_PROJECT_ID: '1',
      CI_MERGE_REQUEST_PROJECT_ID: '1',
      EXHIBIT_URL: server.url,
      EXHIBIT_TOKEN: token,
      ...job.variables,
      EXHIBIT_FILES: 'shots/cart/*.png',
      GITLAB_TOKEN: 'secret',
      ...variables,
    })
    return { ...ran, reviewId: /\/reviews\/(rev_\w+)/.exec(ran.output)?.[1] ?? '' }
  }

  it('the GitLab template pushes the files, and writes the comment and the commit status', async () => {
    forge = await startForge('gitlab')
    const { code, reviewId } = await runJob({ EXHIBIT_STATUS: 'true' })
    expect(code).toBe(0)
    expect(await evidenceOf(reviewId)).toEqual(['Empty'])
    expect(forge.bodies()).toEqual([expect.stringContaining(`<!-- exhibit:${reviewId} -->`)])
    expect(forge.statuses).toMatchObject([{ commit: headCommit, state: 'pending', context: 'exhibit' }])
  })

  it('the GitLab template writes no comment for a fork, or if there is no GitLab token', async () => {
    forge = await startForge('gitlab')
    for (const variables of [{ CI_MERGE_REQUEST_SOURCE_PROJECT_ID: '2' }, { GITLAB_TOKEN: '' }])
      expect((await runJob(variables)).code).toBe(0)
    expect((await runJob({ EXHIBIT_TOKEN: '' })).output).toContain('nothing was sent')
    expect(forge.requests).toEqual([])
  })

  it('the GitLab template fails when the push fails', async () => {
    forge = await startForge('gitlab')
    expect((await runJob({ EXHIBIT_TOKEN: 'svc_wrong' })).code).toBe(3)
    expect(forge.requests).toEqual([])
  })
})
