import { afterEach, expect, it, vi } from 'vitest'
import { createApi, readError } from '../../../cli/api'
import { notSignedIn } from '../../../cli/account/session'

afterEach(() => vi.unstubAllEnvs())

it.each([
  ['exec', 'npx --yes exhibit-cli'],
  ['', 'exhibit'],
])('if npm_command is %j, hints name the program as the person started it', async (command, expected) => {
  vi.stubEnv('npm_command', command)
  const login = `Run "${expected} login http://x:1", or set EXHIBIT_TOKEN`
  expect(notSignedIn('http://x:1').hint).toContain(login)
  const { server } = createApi({ server: 'http://x:1' })
  const rejected = await readError(server, new Response('{}', { status: 401 }))
  expect(rejected.hint).toContain(login)
})
