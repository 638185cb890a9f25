import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { readSettings } from '~~/server/settings'
import { Environment } from '~~/server/settings/environment'

const folder = mkdtempSync(join(tmpdir(), 'exhibit-settings-'))
afterAll(() => rmSync(folder, { recursive: true }))

const oidc = { OIDC_ISSUER: 'https://id.example.org', OIDC_CLIENT_ID: 'x', OIDC_CLIENT_SECRET: 'x' }

const faults: [setting: string, env: Record<string, string>, remedy: string][] = [
  ['DATABASE_URL', { DATABASE_URL: 'mysql://localhost/exhibit' }, 'or a postgres:// address'],
  ['AUTH_SECRET', { DATABASE_URL: 'postgres://localhost/exhibit' }, 'every node must have the same'],
  ['SIGN_UPS', { SIGN_UPS: 'closed' }, 'must be open, invite, or domain: with domains'],
  ['SIGN_UPS', { SIGN_UPS: 'domain:' }, 'must be open, invite, or domain: with domains'],
  ['SIGN_UPS', { SIGN_UPS: 'domain:*.example.org' }, 'must be open, invite, or domain: with domains'],
  [
    'GITHUB_CLIENT_SECRET',
    { GITHUB_CLIENT_ID: 'x' },
    'sign-in with GitHub is on when GITHUB_CLIENT_ID and GITHUB_CLIENT_SECRET are both set',
  ],
  ['GOOGLE_CLIENT_ID', { GOOGLE_CLIENT_SECRET: 'x' }, 'is needed too: sign-in with Google'],
  [
    'OIDC_CLIENT_SECRET',
    { OIDC_ISSUER: 'https://id.example.org', OIDC_CLIENT_ID: 'x' },
    'OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET are all set',
  ],
  [
    'OIDC_ISSUER',
    { OIDC_ISSUER: 'http://id.example.org', OIDC_CLIENT_ID: 'x', OIDC_CLIENT_SECRET: 'x' },
    'must be an https address',
  ],
  [
    'OIDC_ISSUER',
    { OIDC_ISSUER: 'id', OIDC_CLIENT_ID: 'x', OIDC_CLIENT_SECRET: 'x' },
    'must be the https address of the provider',
  ],
  ['OIDC_TRUST_EMAIL', { OIDC_TRUST_EMAIL: 'yes' }, 'must be off, on or always'],
  [
    'OIDC_ISSUER',
    { ...oidc, OIDC_ISSUER: 'https://login.microsoftonline.com/common/v2.0' },
    'must name the tenant by its id',
  ],
  ['OIDC_GROUPS', { OIDC_GROUPS: 'design=Acme:reviewer' }, 'set OIDC_ISSUER too'],
  [
    'OIDC_GROUPS',
    { ...oidc, OIDC_GROUPS: 'design=Acme:reviewer,leads' },
    'must list groups with a workspace and a role',
  ],
  ['DEFAULT_WORKSPACE', { ...oidc, DEFAULT_WORKSPACE: 'Acme:owner' }, 'with the role member or reviewer'],
  ['DEFAULT_WORKSPACE', { DEFAULT_WORKSPACE: 'Acme:member' }, 'TRUSTED_USER_HEADER or SIGN_UPS=domain:… too'],
  [
    'TRUSTED_USER_HEADER',
    { TRUSTED_USER_HEADER: 'Remote-Email' },
    'needs TRUST_PROXY=on: without a proxy that sets it, anyone could send this header',
  ],
  ['TRUSTED_USER_HEADER', { TRUSTED_USER_HEADER: 'a b', TRUST_PROXY: 'on' }, 'must be the name of a header'],
  ['TRUSTED_NAME_HEADER', { TRUSTED_NAME_HEADER: 'Remote-Name' }, 'is used with TRUSTED_USER_HEADER only'],
  ['PASSWORD_SIGN_IN', { PASSWORD_SIGN_IN: 'off' }, 'cannot be off while no other sign-in is on'],
  ['ADMIN_TOKEN', { ADMIN_TOKEN: 'x'.repeat(31) }, 'must have at least 32 letters, digits and signs'],
  ['ADMIN_TOKEN', { ADMIN_TOKEN: `${'x'.repeat(32)} x` }, 'must have at least 32 letters, digits and signs'],
  ['ADMIN_TOKEN', { ADMIN_TOKEN: `svc_${'x'.repeat(32)}` }, 'must not begin with svc_, as agent tokens do'],
  [
    'ADMIN_TOKEN',
    { ADMIN_TOKEN: 'x'.repeat(32), METRICS_TOKEN: 'x'.repeat(32) },
    'must differ from METRICS_TOKEN; generate another one',
  ],
  [
    'ADMIN_TOKEN',
    { ADMIN_TOKEN: 'x'.repeat(32), AUTH_SECRET: 'x'.repeat(32) },
    'must differ from AUTH_SECRET; generate another one',
  ],
  ['PORT', { PORT: 'http' }, 'must be a port number from 0 to 65535'],
  ['PORT', { PORT: '70000' }, 'must be a port number from 0 to 65535'],
  ['PORT', { PORT: '80.5' }, 'must be a port number from 0 to 65535'],
  ['SHUTDOWN_DELAY', { SHUTDOWN_DELAY: '21' }, 'must be a number of seconds from 0 to 20'],
  ['MEDIA_SECONDS', { MEDIA_SECONDS: '0' }, 'must be a number of seconds from 1 to 3600'],
  ['CACHE_MIB', { CACHE_MIB: '-1' }, 'must be a number of MiB from 0 to 65536'],
  ['PUBLIC_URL', { PUBLIC_URL: 'https://example.org/exhibit' }, 'must end with the host and port'],
  ['PUBLIC_URL', { PUBLIC_URL: 'https://example.org/?x=1' }, 'must end with the host and port'],
  ['PUBLIC_URL', { PUBLIC_URL: 'https://example.org/#x' }, 'must end with the host and port'],
  ['PUBLIC_URL', { PUBLIC_URL: 'https://ann@example.org' }, 'must end with the host and port'],
]

it.each(faults)('an invalid %s (%o) stops the start; one line states the remedy', (setting, env, remedy) => {
  const read = () => readSettings({ DATA_DIR: folder, ...env })
  expect(read).toThrow(/^Cannot start: [^\n]+$/)
  expect(read).toThrow(`${setting}: `)
  expect(read).toThrow(remedy)
})

it('the message for an invalid setting is never a message of the validation library', () => {
  const messages = Object.keys(Environment.shape).flatMap(name =>
    ['x'.repeat(500), '-1', '1e99', 'NaN', '\u0000'].flatMap(value => {
      const parsed = Environment.safeParse({ [name]: value })
      return parsed.success ? [] : parsed.error.issues.map(issue => `${name}: ${issue.message}`)
    }),
  )
  expect(messages.length).toBeGreaterThan(50)
  expect(messages.filter(message => /expected|invalid|too (?:small|big)|received/i.test(message))).toEqual([])
})

it('a slash at the end of PUBLIC_URL is removed', () => {
  const { publicUrl } = readSettings({ DATA_DIR: folder, PUBLIC_URL: 'https://example.org:8443/' })
  expect(publicUrl).toBe('https://example.org:8443')
})

it.each([
  [{}, 'off'],
  [{ PLAN_LIMITS: 'on' }, 'plan'],
  [{ PLAN_LIMITS: 'on', RETENTION: 'off' }, 'off'],
  [{ RETENTION: 'plan' }, 'plan'],
  [{ RETENTION: '' }, 'off'],
  [{ STRIPE_SECRET_KEY: 'sk', STRIPE_WEBHOOK_SECRET: 'whsec', STRIPE_PRICE_TEAM: 'price' }, 'plan'],
])('with the settings %o, the retention is %s', (env, retention) => {
  expect(readSettings({ DATA_DIR: folder, ...env }).retention).toBe(retention)
})
