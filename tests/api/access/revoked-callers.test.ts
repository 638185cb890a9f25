import { afterAll, describe, expect, it } from 'vitest'
import { contract } from '#shared/contract'
import type { Operation } from '#shared/contract/kit/operation'
import { caller } from '../../support/server/client'
import { startSession } from '../../support/people/sessions'
import { emailOf, signUp } from '../../support/people/sign-up'
import { sharedMail } from '../../support/stubs/mail'
import { declareUpload, put, upload } from '../../support/reviews/uploads'
import { allRows, runningCalls } from '../../support/data/database'
import { watchRows } from '../../support/data/unchanged'
import { encode } from '../../support/server/forms'
import { pauseRequest } from '../../support/server/paused-request'
import { preloading } from '../../support/server/preload'
import { membersOf } from '../../support/people/members'
import { mediaProcesses } from '../../support/server/processes'
import { ownFixture } from '../../support/server/fixture'
import { createWriteTargets, writeExamples } from '../../support/data/write-examples'

const stage = await ownFixture({
  ...preloading('quick-passwords'),
  UNCLAIMED_WORKSPACES: 'on',
  // Agents can invite only where a mail can confirm the email of an invited person.
  SMTP_URL: (await sharedMail()).url,
})
const { server, person: owner, agent, png } = stage
afterAll(() => server.stop())
const { remove, setRole, enroll, mint } = membersOf(owner)
const bystander = await signUp(server, 'Bystander')
await enroll(bystander)
const createTargets = (author = bystander) => createWriteTargets(stage, bystander, author)

const operations = Object.entries(contract as Record<string, Operation>).filter(
  // The tests in api/access/admin cover the operations of administrators.
  ([, row]) => row.method !== 'GET' && !row.auth.anonymous && row.action !== 'administer',
)

const exampleOf = (id: string) => writeExamples[id as keyof typeof contract]

describe('a write whose caller loses the permission after the write began', () => {
  it('every operation that changes data has an example call in the tests of revoked permissions', () => {
    expect(operations.map(([id]) => id).filter(id => exampleOf(id) === undefined)).toEqual([])
  })

  it.each(operations)(
    'a write changes nothing if its caller loses the permission before the body arrives: %s',
    async (id, row) => {
      const example = exampleOf(id)
      if (!example) throw new Error(`${id} has no example`)
      const subject = await signUp(server, 'Mel')
      const email = await emailOf(subject)
      const targets = await createTargets(subject)
      const path = example.path(targets)
      const role = example.needs === 'owner' ? 'owner' : 'member'
      const encoded = example.body && (await encode(example.body(targets)))
      const body = encoded?.body
      const type: Record<string, string> = encoded ? { 'content-type': encoded.type } : {}
      /**
       * Begins the call, removes the permission, and sends the rest of the request. Expects that the call is
       * refused and that no row has changed.
       */
      const refused = async (
        headers: Record<string, string>,
        lose: () => Promise<unknown>,
        status: number,
      ) => {
        const begun =
          body === undefined
            ? null
            : await pauseRequest(server, row.method, path, { ...headers, ...type }, body)
        await lose()
        const expectSameRows = await watchRows(server)
        const response = begun ? await begun.finish() : await caller(server, headers)(row.method, path)
        expect([id, response.status]).toEqual([id, status])
        await expectSameRows()
      }

      if (row.auth.human) {
        const cookie = { cookie: subject.cookie }
        if (example.needs !== 'self') {
          await enroll(subject, role)
          await refused(cookie, () => remove(subject), 404)
        }
        if (example.needs === 'member' || example.needs === 'owner') {
          await enroll(subject, role)
          await refused(cookie, () => setRole(subject, role === 'owner' ? 'member' : 'reviewer'), 403)
          await remove(subject)
        }
        await enroll(subject, role)
        const session = await startSession(server, email)
        await refused({ cookie: session.cookie }, session.end, 401)
      }
      if (row.auth.agent !== false) {
        const { id: tokenId, token } = await mint()
        await refused(
          { authorization: `Bearer ${token}` },
          () => owner.call('DELETE', `/api/tokens/${tokenId}`),
          401,
        )
      }

      const headers: Record<string, string> = row.auth.human
        ? { cookie: subject.cookie }
        : { authorization: `Bearer ${(await mint()).token}` }
      const works =
        body === undefined
          ? await caller(server, headers)(row.method, path)
          : await (await pauseRequest(server, row.method, path, { ...headers, ...type }, body)).finish()
      if (example.status) expect([id, works.status]).toEqual([id, example.status])
      else expect([id, Math.floor(works.status / 100)]).toEqual([id, 2])
    },
  )

  it('a write in a race with the removal of its author is stored only if it was confirmed', async () => {
    const subject = await signUp(server, 'Mel')
    for (let round = 0; round < 4; round++) {
      await enroll(subject)
      const { reviewId } = await createTargets()
      const note = () =>
        pauseRequest(
          server,
          'POST',
          `/v1/reviews/${reviewId}/threads`,
          { cookie: subject.cookie },
          JSON.stringify({ kind: 'review', body: 'x' }),
        )
      const notes = await Promise.all(Array.from({ length: 20 }, note))
      let removed = false
      const removals: Promise<number>[] = []
      const responses: Promise<{ status: number; late: boolean }>[] = []
      for (const [i, each] of notes.entries()) {
        if (i === round)
          removals.push(
            remove(subject).then(status => {
              removed = true
              return status
            }),
          )
        const late = removed
        responses.push(each.finish().then(({ status }) => ({ status, late })))
        // Waits for another response between two writes, so that the removal happens between some of them.
        await fetch(`${server.url}/api/health`)
      }
      expect(await Promise.all(removals)).toEqual([204])
      const results = await Promise.all(responses)
      for (const { status, late } of results) expect(late ? [404] : [201, 404]).toContain(status)
      const events = (await allRows(server)).event as { kind: string; actor_id: string; review_id: string }[]
      const recorded = events.filter(
        each => each.kind === 'thread.created' && each.actor_id === subject.id && each.review_id === reviewId,
      )
      expect(recorded).toHaveLength(results.filter(each => each.status === 201).length)
    }
  })

  it.runIf(process.platform === 'linux')(
    'completing an upload publishes nothing if its caller loses the permission in the meantime',
    async () => {
      const { reviewId } = await createTargets()
      for (const lose of ['token', 'person'] as const) {
        const subject = await signUp(server, 'Mel')
        await enroll(subject)
        const { id, token } = await mint()
        const call = lose === 'token' ? caller(server, { authorization: `Bearer ${token}` }) : subject.call
        const { body } = await declareUpload(call, reviewId, { bytes: png.length })
        await put(body.uploadUrl, png)
        // Starts a media process, which the test suspends before the completion.
        await upload(agent, reviewId, png)
        const processes = server.pids.flatMap(mediaProcesses)
        expect(processes.length).toBeGreaterThan(0)
        for (const pid of processes) process.kill(pid, 'SIGSTOP')
        const complete = `/v1/artifacts/${body.artifactId}/complete`
        const completing = call('POST', complete, {}, { 'idempotency-key': `while-losing-${lose}` })
        await expect.poll(() => runningCalls(server)).toBe(1)
        if (lose === 'token') await owner.call('DELETE', `/api/tokens/${id}`)
        else await remove(subject)
        for (const pid of processes) process.kill(pid, 'SIGCONT')
        expect((await completing).status).toBe(lose === 'token' ? 401 : 404)
        expect(
          (
            await agent<{ artifacts: { id: string; status: string }[] }>('GET', `/v1/reviews/${reviewId}`)
          ).body.artifacts.find(each => each.id === body.artifactId)?.status,
        ).toBe('processing')
        // The refused call deleted only its own file, so another completion can use the uploaded bytes.
        expect((await agent('POST', complete)).status).toBe(200)
      }
    },
  )
})
