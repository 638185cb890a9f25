import { describe, expect, it } from 'vitest'
import { authEndpoints, findAuthEndpoint } from '~~/server/sign-in/auth-endpoints'
import { libraryEndpoints } from '../../support/people/library-endpoints'

const allowed = Object.entries(authEndpoints).map(([path, { method }]) => `${method} ${path}`)

describe('the table of endpoints of the authentication library', () => {
  it('the table of sign-in endpoints has only endpoints that the authentication library has', async () => {
    const library = await libraryEndpoints()
    expect(library.length).toBeGreaterThan(30)
    expect(allowed.filter(endpoint => !library.includes(endpoint))).toEqual([])
  })

  it('a sign-in endpoint is found at its path, with any parameter value, and at no other spelling', () => {
    for (const [path, endpoint] of Object.entries(authEndpoints))
      expect([path, findAuthEndpoint(`/api/auth${path.replace(/:\w+/, 'any-Value_1')}`)]).toEqual([
        path,
        endpoint,
      ])
    for (const path of [
      '',
      '/',
      '/sign-in',
      '/sign-in/email/',
      '//sign-in/email',
      '/Sign-In/email',
      '/sign-in%2Femail',
      '/callback/',
      '/callback/oidc/more',
      '/constructor',
      '/__proto__',
    ])
      expect([path, findAuthEndpoint(`/api/auth${path}`)]).toEqual([path, undefined])
    expect(findAuthEndpoint('/api/base/sign-out')).toBeUndefined()
  })
})
