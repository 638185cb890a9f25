import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { changeServer, configFile, readConfig } from '../../../cli/account/config'

/** Sets an empty folder for the configuration during the test. */
async function emptyFolder(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'exhibit-config-'))
  vi.stubEnv('XDG_CONFIG_HOME', folder)
  onTestFinished(async () => {
    vi.unstubAllEnvs()
    await rm(folder, { recursive: true, force: true })
  })
}

const signIn = (server: string) => changeServer(server, () => ({ token: `token of ${server}` }))

it('concurrent sign-ins are all saved in the configuration', async () => {
  await emptyFolder()
  const servers = Array.from({ length: 20 }, (_, index) => `https://${index}.example.org`)
  await Promise.all(servers.map(signIn))
  const { servers: saved } = await readConfig()
  expect(Object.keys(saved).sort()).toEqual(servers.sort())
  expect(await readdir(dirname(configFile()))).toEqual(['config.json'])
})

it('changeServer starts from the saved values of the server, and changes nothing for null', async () => {
  await emptyFolder()
  await signIn('https://a.example.org')
  await changeServer('https://a.example.org', saved => ({ ...saved, pending: undefined }))
  await changeServer('https://a.example.org', () => null)
  expect((await readConfig()).servers).toEqual({
    'https://a.example.org': { token: 'token of https://a.example.org' },
  })
})

it('the lock of a command that was killed does not block the configuration', async () => {
  await emptyFolder()
  const lock = `${configFile()}.lock`
  await mkdir(dirname(lock), { recursive: true })
  await writeFile(lock, '')
  const clock = vi.spyOn(Date, 'now')
  onTestFinished(() => clock.mockRestore())
  let isSaved = false
  const saving = signIn('https://a.example.org').then(() => (isSaved = true))
  // The command compares the age of the lock each time that it cannot create it.
  await expect.poll(() => clock.mock.calls.length).toBeGreaterThan(1)
  expect(isSaved).toBe(false)
  const old = new Date(Date.now() - 11_000)
  await utimes(lock, old, old)
  await saving
  expect(JSON.parse(await readFile(configFile(), 'utf8'))).toMatchObject({
    servers: { 'https://a.example.org': {} },
  })
})
