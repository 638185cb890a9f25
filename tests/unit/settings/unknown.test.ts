import { describe, expect, it } from 'vitest'
import { describeUnknown, unknownSettings } from '~~/server/settings/unknown'

describe('a variable that is not a setting', () => {
  it.each([
    ['RETENSION', 'RETENTION'],
    ['SIGNUPS', 'SIGN_UPS'],
    ['sign-ups', 'SIGN_UPS'],
    ['PUBLIC_URI', 'PUBLIC_URL'],
    ['OIDC_CLIENTID', 'OIDC_CLIENT_ID'],
    ['ADMIN', 'ADMINS'],
    ['BLOBS_URL', 'BLOB_URL'],
  ])('the unknown variable %s is reported with the setting that is probably meant, %s', (name, nearest) => {
    expect(unknownSettings({ [name]: 'x' })).toEqual([{ name, nearest }])
    expect(describeUnknown({ name, nearest })).toContain(`did you mean ${nearest}?`)
  })

  it.each([
    ...['PATH', 'HOME', 'PWD', 'HOSTNAME', 'MAIL', 'LANG', 'TERM', 'NODE_ENV', 'LOGNAME', 'POSTS'],
    ...['GITHUB_TOKEN', 'GITHUB_ACTIONS', 'GOOGLE_APPLICATION_CREDENTIALS', 'AWS_REGION', 'TMPDIR'],
    ...['NODE_COMPILE_CACHE', 'UV_THREADPOOL_SIZE', 'npm_config_cache', 'DATABASE_HOST', 'SMTP_HOST'],
  ])('the variable %s of another program is ignored', name => {
    expect(unknownSettings({ [name]: 'x' })).toEqual([])
  })

  it('a variable that is empty or is a setting is not reported as unknown', () => {
    expect(unknownSettings({ RETENSION: '', RETENTION: 'off', PORT: '80' })).toEqual([])
  })
})
