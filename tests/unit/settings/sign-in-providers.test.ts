import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { settingsOfProvider, socialProviders, socialProviderIds } from '#shared/sign-in-providers'
import { readSettings } from '~~/server/settings'
import { root } from '../../support/paths'

const folder = mkdtempSync(join(tmpdir(), 'exhibit-settings-'))
afterAll(() => rmSync(folder, { recursive: true }))

const providersOf = (env: Record<string, string>) => readSettings({ DATA_DIR: folder, ...env }).providers

describe.each(socialProviderIds)('the built-in sign-in provider %s', id => {
  const [clientId, clientSecret] = settingsOfProvider(id)

  it(`sign-in with ${id} is available if its client id and its secret are set`, () => {
    const { oidc, ...built } = providersOf({ [clientId]: 'client', [clientSecret]: 'secret' })
    expect(oidc).toBeNull()
    const expected = Object.fromEntries(socialProviderIds.map(each => [each, null]))
    expect(built).toEqual({ ...expected, [id]: { clientId: 'client', clientSecret: 'secret' } })
  })

  it(`sign-in with ${id} is available even if the sign-in with a password is switched off`, () => {
    const env = { PASSWORD_SIGN_IN: 'off', [clientId]: 'client', [clientSecret]: 'secret' }
    expect(providersOf(env)[id]).not.toBeNull()
  })

  it(`.env.example and docs/operations.md list the settings and the callback URL of ${id}`, () => {
    const callback = `PUBLIC_URL/api/auth/callback/${id}`
    const example = readFileSync(join(root, '.env.example'), 'utf8')
    expect(example).toMatch(new RegExp(`^# ${clientId}= +# callback: ${callback}\n# ${clientSecret}=$`, 'm'))
    const row = `| ${socialProviders[id]} | \`${clientId}\`, \`${clientSecret}\` | \`${callback}\` |`
    expect(readFileSync(join(root, 'docs/operations.md'), 'utf8')).toContain(row)
  })
})
