import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { sharedInstance } from '../../support/server/instance'
import { comparableRows, startCommand, succeed } from '../../support/server/operate'

it('an interrupted restore leaves a database without rows, and can be run again', async () => {
  const folder = await mkdtemp(join(process.env.TEST_FOLDER ?? tmpdir(), 'exhibit-restore-'))
  const instance = await sharedInstance()
  onTestFinished(() => rm(folder, { recursive: true }))
  for (let count = 0; count < 20; count += 1) await instance.addPicture()
  const [backup, dataDir] = [join(folder, 'backup'), join(folder, 'data')]
  await succeed(['backup', backup], instance.settings)
  const { child, outcome } = startCommand(['restore', backup], { DATA_DIR: dataDir })
  const arrived = () => readdir(join(dataDir, 'blobs')).catch(() => [])
  await expect.poll(async () => (await arrived()).length, { interval: 1 }).toBeGreaterThan(1)
  child.kill('SIGKILL')
  await outcome
  const rows = await comparableRows({ dataDir, databaseUrl: null })
  expect(Object.values(rows).flat()).toEqual([])
  await succeed(['restore', backup], { DATA_DIR: dataDir })
  expect(await comparableRows({ dataDir, databaseUrl: null })).toEqual(await comparableRows(instance.server))
})
