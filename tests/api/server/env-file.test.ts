import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { freePort } from '../../support/deployment/free-port'
import { endNode, startNode } from '../../support/deployment/node-process'
import { startPostgres } from '../../support/deployment/postgres-server'
import { pngImage } from '../../support/media/samples'
import { baseEnvironment } from '../../support/server/child-process'
import { caller } from '../../support/server/client'
import { fileOf } from '../../support/server/forms'
import { startCommand } from '../../support/server/operate'

it('the server and its commands use a PostgreSQL database that is set only in the file .env', async () => {
  const postgres = await startPostgres()
  const cwd = await mkdtemp(join(process.env.TEST_FOLDER ?? tmpdir(), 'exhibit-env-'))
  onTestFinished(async () => {
    await postgres.stop()
    await rm(cwd, { recursive: true })
  })
  const settings = {
    DATABASE_URL: await postgres.createDatabase(),
    AUTH_SECRET: 'a secret that is in the file of the settings',
    DATA_DIR: join(cwd, 'data'),
    UNCLAIMED_WORKSPACES: 'on',
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`)
  await writeFile(join(cwd, '.env'), lines.join(''))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const node = await startNode(url, { ...baseEnvironment, HOST: '127.0.0.1', PORT: String(port) }, cwd)
  onTestFinished(() => endNode(node, 'SIGTERM'))
  const anonymous = caller({ url, log: node.log })
  const { body } = await anonymous<{ token: string }>('POST', '/v1/bootstrap', { project: 'Shop' })
  const agent = caller({ url, log: node.log }, { authorization: `Bearer ${body.token}` })
  const sent = new FormData()
  sent.set('before', fileOf(await pngImage(8, 8), 'before.png'))
  sent.set('after', fileOf(await pngImage(9, 9), 'after.png'))
  expect((await agent('POST', '/v1/evidence', sent)).status).toBe(201)
  const { code, stdout, stderr } = await startCommand(['backup', join(cwd, 'backup')], {}, cwd).outcome
  expect([code, stdout, stderr]).toMatchObject([0, expect.stringMatching(/\bcomments?\b|\brows?\b/), ''])
})
