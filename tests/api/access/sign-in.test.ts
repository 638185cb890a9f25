import { readFileSync, readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { SECOND } from '#shared/time'
import { caller, type ApiResponse, type Failure } from '../../support/server/client'
import { cookieOf, password } from '../../support/people/sessions'
import { emailOf, signUp } from '../../support/people/sign-up'
import { newReview } from '../../support/reviews/review'
import { upload } from '../../support/reviews/uploads'
import { pngImage } from '../../support/media/samples'
import { limitedServer } from '../../support/people/servers'
import { startServer } from '../../support/server/server'

const limited = await limitedServer()

let names = 0

/** Returns a caller whose IP address the proxy in front of the server reports. */
const from = (address: string) => caller(limited, { 'x-forwarded-for': address })

/** Returns an IP address and an email that no other test uses. */
const fresh = () => ({
  address: `198.51.${100 + Math.floor(names / 200)}.${++names % 200}`,
  email: `unknown${names}@example.org`,
})

const signIn = (email: string, secret: string, address: string) =>
  from(address)('POST', '/api/auth/sign-in/email', { email, password: secret })

/** Signs up from an unused IP address, and returns the email. */
async function account(): Promise<string> {
  const { address } = fresh()
  const email = `account${names}@example.org`
  expect(
    (await from(address)('POST', '/api/auth/sign-up/email', { name: 'Ann', email, password })).status,
  ).toBe(200)
  return email
}

const summary = ({ status, headers, body }: ApiResponse<Failure>) => ({
  status,
  retryAfter: headers.get('retry-after'),
  body,
})

describe('failed sign-ins of one account', () => {
  it('after five failed sign-ins with an email, the next one is delayed from every IP address', async () => {
    const known = await account()
    const responses = await Promise.all(
      [known, fresh().email].map(async email => {
        const failures = []
        for (let i = 0; i < 5; i++)
          failures.push((await signIn(email, 'wrong password', fresh().address)).status)
        expect(failures).toEqual([401, 401, 401, 401, 401])
        return [
          await signIn(email, 'wrong password', fresh().address),
          await signIn(email.toUpperCase(), password, fresh().address),
        ].map(summary)
      }),
    )
    for (const response of responses.flat()) {
      expect(response).toMatchObject({
        status: 429,
        body: { data: { error: 'rate_limited', message: 'Too many failed sign-ins with this email.' } },
      })
      expect(Number(response.retryAfter)).toBeGreaterThan(25)
      expect(Number(response.retryAfter)).toBeLessThanOrEqual(30)
    }
    await limited.advance(30 * SECOND)
    expect((await signIn(known, password, fresh().address)).status).toBe(200)
  })

  it('each further failed sign-in doubles the delay, and a success ends it', async () => {
    const email = await account()
    for (let i = 0; i < 5; i++) await signIn(email, 'wrong password', fresh().address)
    await limited.advance(30 * SECOND)
    expect((await signIn(email, 'wrong password', fresh().address)).status).toBe(401)
    await limited.advance(30 * SECOND)
    expect((await signIn(email, password, fresh().address)).status).toBe(429)
    await limited.advance(30 * SECOND)
    expect((await signIn(email, password, fresh().address)).status).toBe(200)
    for (let i = 0; i < 5; i++)
      expect((await signIn(email, 'wrong password', fresh().address)).status).toBe(401)
    expect((await signIn(email, password, fresh().address)).status).toBe(429)
  })

  it('of twenty concurrent sign-ins to one account, the server checks only five passwords', async () => {
    const email = await account()
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => signIn(email, 'wrong password', fresh().address)),
    )
    expect(responses.map(each => each.status).sort()).toEqual([
      ...Array<number>(5).fill(401),
      ...Array<number>(15).fill(429),
    ])
  })

  it('failed sign-ins that are sent as a form are counted', async () => {
    const email = await account()
    const form = (secret: string) =>
      fetch(`${limited.url}/api/auth/sign-in/email`, {
        method: 'POST',
        headers: { 'x-forwarded-for': fresh().address },
        body: new URLSearchParams({ email, password: secret }),
      })
    for (let i = 0; i < 5; i++) expect((await form('wrong password')).status).toBe(401)
    expect((await form(password)).status).toBe(429)
  })

  it('failed sign-ins whose JSON begins with a byte order mark are counted', async () => {
    const email = await account()
    const send = (secret: string) =>
      fetch(`${limited.url}/api/auth/sign-in/email`, {
        method: 'POST',
        headers: { 'x-forwarded-for': fresh().address, 'content-type': 'application/json' },
        body: `\uFEFF${JSON.stringify({ email, password: secret })}`,
      })
    for (let i = 0; i < 5; i++) expect((await send('wrong password')).status).toBe(401)
    expect((await send(password)).status).toBe(429)
  })

  it('failed sign-ins are counted for every spelling of the URL path', async () => {
    const email = await account()
    const send = (path: string) => from(fresh().address)('POST', path, { email, password })
    for (let i = 0; i < 5; i++) await signIn(email, 'wrong password', fresh().address)
    expect(
      await Promise.all(
        [
          '/api/auth/sign-in/email',
          '/api/auth/sign-in/../sign-in/email',
          '/api/auth/sign-in/emai%6C',
          '/api/auth/sign-in/emai%256C',
          '/api/auth/sign-in%2Femail',
          '/api/auth/sign-in/email/',
          '/api/auth//sign-in/email',
        ].map(async path => (await send(path)).status),
      ),
    ).toEqual([429, 429, 429, 404, 404, 404, 404])
  })

  it('a sign-in request that contains no password is not counted as a failed sign-in', async () => {
    const email = await account()
    for (let i = 0; i < 10; i++)
      expect((await from(fresh().address)('POST', '/api/auth/sign-in/email', { email })).status).toBe(422)
    expect((await signIn(email, password, fresh().address)).status).toBe(200)
  })
})

describe('the client address in the rate limit', () => {
  const statuses = async (addresses: string[]) => {
    const found = []
    for (const address of addresses)
      found.push((await signIn(fresh().email, 'wrong password', address)).status)
    return found
  }

  it('all IPv6 client addresses of one /64 share a rate limit', async () => {
    expect(await statuses(Array.from({ length: 11 }, (_, i) => `2001:db8:1:2:${i}::${i + 1}`))).toEqual([
      ...Array<number>(10).fill(401),
      429,
    ])
    expect(await statuses(['2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:3::1'])).toEqual([429, 401])
  })

  it('an IPv4-mapped IPv6 client address counts as the same address as the IPv4 address', async () => {
    expect(
      await statuses([
        ...Array<string>(10).fill('203.0.113.9'),
        '::ffff:203.0.113.9',
        '::ffff:cb00:7109',
        '203.0.113.10',
      ]),
    ).toEqual([...Array<number>(10).fill(401), 429, 429, 401])
  })

  it('the client address is the last one in X-Forwarded-For; invalid addresses are ignored', async () => {
    expect(await statuses(Array.from({ length: 11 }, (_, i) => `192.0.2.${i}, 203.0.113.20`))).toEqual([
      ...Array<number>(10).fill(401),
      429,
    ])
    const made = await statuses(Array.from({ length: 11 }, (_, i) => `made up ${i}`))
    expect(made.at(-1)).toBe(429)
  })
})

describe('many concurrent sign-ins', () => {
  it('an image is served before most of sixty concurrent sign-ins are finished', async () => {
    // Hashing a password on this server takes as much work as in production.
    const own = await startServer()
    const person = await signUp(own)
    const agent = await person.agent()
    const images = []
    for (let i = 0; i < 4; i++)
      images.push(
        (await upload(agent, await newReview(agent, await person.project()), await pngImage(320, 200 + i)))
          .embedUrl ?? '',
      )
    const email = await emailOf(person)
    let done = 0
    const signIns = Array.from({ length: 60 }, () =>
      cookieOf(own, email).then(cookie => {
        done++
        return cookie
      }),
    )
    await Promise.race(signIns)
    for (const image of images) {
      const response = await fetch(image)
      expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(0)
    }
    const doneBefore = done
    expect((await Promise.all(signIns)).every(cookie => cookie.includes('session_token'))).toBe(true)
    expect(doneBefore).toBeLessThan(30)
    // Counts the threads of the thread pool by the name that libuv gives them. The server was started without
    // UV_THREADPOOL_SIZE.
    const threads = readdirSync(`/proc/${own.pid}/task`).map(id =>
      readFileSync(`/proc/${own.pid}/task/${id}/comm`, 'utf8').trim(),
    )
    expect(threads.filter(name => name === 'libuv-worker')).toHaveLength(8)
    await own.stop()
  })
})
