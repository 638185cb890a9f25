import { describe, expect, it } from 'vitest'
import { caller } from '../../support/server/client'
import { signUp } from '../../support/people/sign-up'
import { authEndpoints } from '~~/server/sign-in/auth-endpoints'
import { libraryEndpoints } from '../../support/people/library-endpoints'
import { sharedServer } from '../../support/server/server'

const server = await sharedServer()

describe('requests of the device flow and of sign-in', () => {
  it('requests of the device flow and of sign-in never get a 500, whatever their content type', async () => {
    const paths = [
      'device',
      'device?user_code=X',
      'device/code',
      'device/token',
      'token',
      'device/approve',
      'device/deny',
      'sign-in/email',
      'sign-up/email',
      'get-session',
      'sign-out',
      'update-user',
      'reset-password',
      'request-password-reset',
    ]
    const types = [
      'application/x-www-form-urlencoded',
      'APPLICATION/X-WWW-FORM-URLENCODED; charset=utf-8',
      'multipart/form-data',
      'multipart/form-data; boundary=x',
      'text/plain',
      'application/json',
      '',
    ]
    const logged = server.log().length
    for (const path of paths) {
      for (const type of types) {
        for (const [method, body] of [
          ['GET', undefined],
          ['HEAD', undefined],
          ['POST', undefined],
          ['POST', 'user_code=X&grant_type=x'],
          ['POST', '--x\r\n\r\n'],
          ['POST', 'null'],
          ['POST', '[]'],
        ] as const) {
          const response = await fetch(`${server.url}/api/auth/${path}`, {
            method,
            body,
            headers: { ...(type && { 'content-type': type }) },
          })
          expect([method, path, type, body, response.status]).toEqual([
            method,
            path,
            type,
            body,
            expect.toSatisfy((status: number) => status < 500),
          ])
        }
      }
    }
    expect(server.log().slice(logged)).not.toContain('unexpected failure')
  })

  it('a GET request of the device flow is accepted even with the content type of a form', async () => {
    const person = await signUp(server)
    const { body } = await caller(server)<{ user_code: string }>('POST', '/api/auth/device/code', {
      client_id: 'exhibit-cli',
    })
    const found = await person.call('GET', `/api/auth/device?user_code=${body.user_code}`, undefined, {
      'content-type': 'application/x-www-form-urlencoded',
    })
    expect(found).toMatchObject({ status: 200, body: { status: 'pending', client_id: 'exhibit-cli' } })
  })
})

describe('endpoints of the authentication library', () => {
  const isAllowed = (endpoint: string) => {
    const [method, path = ''] = endpoint.split(' ')
    return authEndpoints[path]?.method === method
  }

  it('endpoints of the authentication library that the server does not use respond with 404', async () => {
    const hidden = (await libraryEndpoints()).filter(endpoint => !isAllowed(endpoint))
    expect(hidden).toContain('POST /update-session')
    const person = await signUp(server)
    for (const endpoint of [...hidden, 'GET /open-api/generate-schema', 'GET /sign-in/email']) {
      const [method = '', path = ''] = endpoint.split(' ')
      const url = `/api/auth${path.replace(/:\w+/, 'x')}`
      const response = await person.call(method, url, method === 'POST' ? {} : undefined)
      expect([endpoint, response]).toMatchObject([
        endpoint,
        { status: 404, body: { data: { error: 'not_found', message: 'Endpoint not found.' } } },
      ])
    }
  })
})
