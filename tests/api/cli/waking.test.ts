import { execFile, spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { newFolder } from '../../support/cli/cli'
import { printedFiles } from '../../support/cli/printed-files'
import { newReview } from '../../support/reviews/review'
import { upload } from '../../support/reviews/uploads'
import { baseEnvironment, collectOutput } from '../../support/server/child-process'
import { sharedFixture } from '../../support/server/fixture'
import { startStub } from '../../support/stubs/http-stub'
import { newWebhook } from '../../support/stubs/webhooks'

const { server, person, agent, projectId, png } = await sharedFixture({ WEBHOOKS_TO_PRIVATE: 'on' })
const files = new Map((await printedFiles('docs/waking.md')).map(each => [each.name, each.text]))

/** Starts the receiver from the document docs/waking.md. It runs a command in a new folder. */
async function startReceiver(secret: string, command: string[], env: NodeJS.ProcessEnv = {}) {
  const cwd = await newFolder('waking')
  for (const name of ['wake.mjs', 'dispatch.sh']) await writeFile(join(cwd, name), files.get(name) ?? '')
  const child = spawn(process.execPath, ['wake.mjs', ...command], {
    cwd,
    env: { ...baseEnvironment, EXHIBIT_WEBHOOK_SECRET: secret, PORT: '0', ...env },
  })
  onTestFinished(() => void child.kill())
  const output = collectOutput(child)
  while (!output.stdout.includes('Listening')) await once(child.stdout, 'data')
  const url = `http://127.0.0.1:${/Listening on (\d+)/.exec(output.stdout)?.[1]}`
  /** Waits until the receiver has printed a line. */
  const printed = async (line: string) => {
    while (!output.stdout.includes(line)) await once(child.stdout, 'data')
  }
  return { cwd, url, printed }
}

async function requestChanges(reviewId: string) {
  const { status } = await person.call('POST', `/api/reviews/${reviewId}/status`, {
    status: 'changes_requested',
  })
  expect(status).toBe(200)
}

/** Creates a review with one picture. Returns its id. */
async function reviewOn(branch: string): Promise<string> {
  const reviewId = await newReview(agent, projectId)
  await upload(agent, reviewId, png)
  await agent('PATCH', `/v1/reviews/${reviewId}`, { branch })
  return reviewId
}

it('the receiver in docs/waking.md runs a command once for each message with a valid signature', async () => {
  const reviewId = await reviewOn('fix-totals')
  // The receiver needs the secret of the webhook to start, and its URL is known only afterwards. So the
  // webhook gets another URL first.
  const { id, secret } = await newWebhook(person, 'http://127.0.0.1:9/')
  const receiver = await startReceiver(secret, ['sh', '-c', 'echo "$EXHIBIT_REVIEW $0" >> woken'])
  await person.call('PATCH', `/api/webhooks/${id}`, { url: receiver.url })
  const message = (signature: string, webhookId = 'msg_forged') => ({
    method: 'POST',
    headers: {
      'webhook-id': webhookId,
      'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
      'webhook-signature': signature,
    },
    body: JSON.stringify({ type: 'review.changes_requested', data: { reviewId: 'rev_forged' } }),
  })
  const forged = `v1,${createHmac('sha256', 'another').update('x').digest('base64')}`
  expect((await fetch(receiver.url, message(forged))).status).toBe(401)
  expect((await fetch(receiver.url, message(''))).status).toBe(401)
  expect((await fetch(receiver.url)).status).toBe(401)
  await requestChanges(reviewId)
  await receiver.printed(`${reviewId}: exit code 0`)
  const woken = await readFile(join(receiver.cwd, 'woken'), 'utf8')
  expect(woken.trim().split('\n')).toEqual([
    expect.stringMatching(
      new RegExp(`^${reviewId} Changes were requested in the Exhibit review ${reviewId}`),
    ),
  ])
})

it('the script in docs/waking.md starts a GitHub workflow with the id of the review', async () => {
  const reviewId = await reviewOn('fix-totals')
  const dispatched: [string | undefined, string | undefined, unknown][] = []
  const github = await startStub((request, response) => {
    void text(request).then(body => {
      dispatched.push([request.url, request.headers.authorization, JSON.parse(body)])
      response.writeHead(204).end()
    })
  })
  const env = { GITHUB_API_URL: github.url, GITHUB_REPOSITORY: 'acme/web', GITHUB_TOKEN: 'secret' }
  const { id, secret } = await newWebhook(person, 'http://127.0.0.1:9/')
  const receiver = await startReceiver(secret, ['sh', 'dispatch.sh'], env)
  await person.call('PATCH', `/api/webhooks/${id}`, { url: receiver.url })
  await requestChanges(reviewId)
  await receiver.printed(`${reviewId}: exit code 0`)
  expect(dispatched).toEqual([
    [
      '/repos/acme/web/dispatches',
      'Bearer secret',
      { event_type: 'exhibit', client_payload: { review: reviewId } },
    ],
  ])
  github.stop()
})

it('the workflow in docs/waking.md finds the branch of a review, and fails if it has no branch', async () => {
  interface Workflow {
    on: Record<string, unknown>
    jobs: Record<string, { steps: { name?: string; run?: string }[] }>
  }
  const workflow = parse(files.get('.github/workflows/exhibit.yml') ?? '') as Workflow
  expect(workflow.on).toHaveProperty('repository_dispatch', { types: ['exhibit'] })
  const steps = workflow.jobs.answer?.steps ?? []
  const script = steps.find(each => each.name === 'Find the branch of the review')?.run ?? ''
  const cwd = await newFolder('workflow')
  const output = join(cwd, 'output')
  const find = (review: string) =>
    promisify(execFile)('bash', ['-e', '-o', 'pipefail', '-c', script], {
      cwd,
      env: {
        ...baseEnvironment,
        EXHIBIT_URL: server.url,
        EXHIBIT_TOKEN: token,
        REVIEW: review,
        GITHUB_OUTPUT: output,
      },
    })
  const token = await person.token()
  await find(await reviewOn('fix-totals'))
  expect(await readFile(output, 'utf8')).toBe('branch=fix-totals\n')
  await expect(find(await newReview(agent, projectId))).rejects.toMatchObject({
    stdout: expect.stringContaining('has no branch'),
  })
  const install = steps.find(each => each.name === 'Install exhibit and the agent')?.run ?? ''
  const { stdout } = await promisify(execFile)(
    'bash',
    ['-e', '-c', install.replace('npm install --global', 'echo')],
    { env: { ...baseEnvironment, EXHIBIT_URL: server.url } },
  )
  expect(stdout).toMatch(/^http\S+\.tgz @anthropic-ai\/claude-code\n$/)
})
