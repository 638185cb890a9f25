import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { sharedInstance, type Instance } from '../../support/server/instance'
import { operateJson, startCommand } from '../../support/server/operate'

let instance: Instance
beforeAll(async () => {
  instance = await sharedInstance()
})

it('`doctor` reports a variable whose name is similar to a setting', async () => {
  const env = { ...instance.settings, RETENSION: 'off' }
  const { code, result } = await operateJson<{ findings: { level: string }[] }>(['doctor'], env)
  const text = 'RETENSION is not a setting and has no effect; did you mean RETENTION?'
  const bad = result.findings.filter(each => each.level !== 'ok')
  expect([code, bad]).toEqual([1, [{ check: 'settings', level: 'warning', text }]])
})

it('commands read the file .env in the current folder, but prefer environment variables', async () => {
  const cwd = await mkdtemp(join(process.env.TEST_FOLDER ?? tmpdir(), 'exhibit-env-'))
  onTestFinished(() => rm(cwd, { recursive: true }))
  await writeFile(join(cwd, '.env'), `DATA_DIR=${instance.settings.DATA_DIR}\nPORT=http\n`)
  const { stdout } = await startCommand(['doctor'], {}, cwd).outcome
  expect(stdout).toContain('PORT: must be a port number')
  const { outcome } = startCommand(['doctor'], { PORT: '80' }, cwd)
  expect(await outcome).toMatchObject({ code: 0, stdout: expect.stringMatching(/evidence +ok/) })
})
