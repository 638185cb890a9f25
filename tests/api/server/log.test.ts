import { describe, expect, it } from 'vitest'
import { caller } from '../../support/server/client'
import { password } from '../../support/people/sessions'
import { emailOf, signUp } from '../../support/people/sign-up'
import { startServer } from '../../support/server/server'

describe('the log', () => {
  it('the log contains only JSON lines with request ids, also for the sign-in library', async () => {
    const own = await startServer({ LOG_LEVEL: 'debug' })
    const person = await signUp(own)
    const wrong = await caller(own)('POST', '/api/auth/sign-in/email', {
      email: await emailOf(person),
      password: 'wrong password',
    })
    await caller(own)(
      'POST',
      '/api/auth/sign-in/email',
      { email: 'unknown@example.com', password },
      { origin: 'https://evil.example' },
    )
    const headers = { accept: 'text/html', cookie: person.cookie }
    expect((await fetch(`${own.url}/nowhere`, { headers })).status).toBe(404)
    await own.stop()
    const lines = own
      .log()
      .trim()
      .split('\n')
      .map(
        line => JSON.parse(line) as { level: string; message: string; source?: string; requestId?: string },
      )
    const ofLibrary = lines.filter(line => line.source === 'better-auth')
    expect(ofLibrary.map(line => [line.level, line.message])).toEqual(
      expect.arrayContaining([
        ['warn', 'Invalid password'],
        ['error', 'Invalid origin: https://evil.example'],
      ]),
    )
    expect(ofLibrary.find(line => line.message === 'Invalid password')?.requestId).toBe(
      wrong.headers.get('x-request-id'),
    )
    expect(own.log()).not.toContain('correct horse')
  })
})
