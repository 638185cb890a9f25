import { describe, expect, it } from 'vitest'
import type { EvidenceAddress } from '#shared/contract/evidence'
import type { SubmittedEvidence } from '#shared/contract/submitted-evidence'
import { limits } from '#shared/contract/kit/limits'
import { newId } from '#shared/ids'
import { caller, type Failure } from '../../support/server/client'
import { runSql } from '../../support/data/database'
import { fileOf, formOf } from '../../support/server/forms'
import { sharedFixture } from '../../support/server/fixture'
import { signUp } from '../../support/people/sign-up'
import { newReview } from '../../support/reviews/review'
import { upload } from '../../support/reviews/uploads'
import { pngImage } from '../../support/media/samples'
import { refused } from '../../support/server/refusals'

const { server, person, agent, projectId, png } = await sharedFixture()
const anonymous = caller(server)

const addressOf = async (fields: object = {}, by = agent) =>
  (
    await by<EvidenceAddress>('POST', '/v1/evidence/address', {
      files: [{ path: 'a.png' }],
      projectId,
      ...fields,
    })
  ).body
/** Posts a form to a one-time address, without a credential. */
const send = <T = SubmittedEvidence>(
  { url }: EvidenceAddress,
  form = formOf({ files: fileOf(png, 'a.png') }),
) => anonymous<T>('POST', url.slice(server.url.length), form)

describe('a one-time address for evidence', () => {
  it('a one-time upload address takes files without a credential, with texts set beforehand', async () => {
    const externalRef = 'one-time'
    const files = [{ path: '/shots/a.png', title: 'Cart', route: '/cart' }]
    const { status, body } = await send(await addressOf({ files, externalRef, commit: 'abc123' }))
    expect(status).toBe(201)
    expect(body.review).toMatchObject({ externalRef, commit: 'abc123' })
    expect(body.files).toMatchObject([{ title: 'Cart', outcome: 'created' }])
    const artifact = `/v1/reviews/${body.review.id}`
    expect(JSON.stringify((await agent('GET', artifact)).body)).toContain('"route":"/cart"')
  })

  it('a one-time upload address repeats its response for the same files, and refuses others', async () => {
    const address = await addressOf({ externalRef: 'again' })
    const first = await send(address)
    const second = await send(address)
    expect([second.status, second.headers.get('idempotent-replay')]).toEqual([200, 'true'])
    expect(second.body).toEqual(first.body)
    const other = formOf({ files: fileOf(await pngImage(65, 48), 'a.png') })
    expect(await send<Failure>(address, other)).toMatchObject(refused(409, 'already_used'))
  })

  it('a one-time upload address can still be used after a refused call', async () => {
    const address = await addressOf({ externalRef: 'retried' })
    const broken = formOf({ files: fileOf(Buffer.from('hello'), 'a.png') })
    expect(await send<Failure>(address, broken)).toMatchObject(refused(422, 'invalid_request'))
    expect((await send(address)).status).toBe(201)
  })

  it('a one-time upload address refuses forms with text fields', async () => {
    const form = formOf({ files: fileOf(png), externalRef: 'other' })
    expect(await send<Failure>(await addressOf(), form)).toMatchObject(
      refused(400, 'bad_request', 'externalRef'),
    )
  })

  it('a one-time upload address is valid for 15 minutes', async () => {
    const begun = Date.now()
    const address = await addressOf({ externalRef: 'late' })
    const lifetime = Date.parse(address.expiresAt) - begun
    expect(lifetime).toBeGreaterThanOrEqual(limits.evidenceAddressMs)
    expect(lifetime).toBeLessThan(limits.evidenceAddressMs + 60_000)
    await runSql(server, `update evidence_address set expires_at = ${Date.now() + 60_000}`)
    expect((await send(address)).status).toBe(201)
    const other = await addressOf({ externalRef: 'later' })
    await runSql(server, `update evidence_address set expires_at = ${Date.now() - 1}`)
    expect(await send<Failure>(other)).toMatchObject(refused(410, 'expired'))
  })

  it('an unknown or malformed one-time upload address is refused, even with a credential', async () => {
    for (const ticket of ['x'.repeat(limits.ticket), 'short', ''])
      expect(
        await agent<Failure>('POST', `/v1/evidence?ticket=${ticket}`, formOf({ files: fileOf(png) })),
      ).toMatchObject(refused(410, 'expired'))
  })

  it('revoking a token ends the one-time upload addresses that it created', async () => {
    const { body: token } = await person.call<{ id: string; token: string }>('POST', '/api/tokens', {
      name: 'brief',
      workspaceId: person.workspaceId,
      capabilities: ['artifact:write'],
    })
    const address = await addressOf({}, caller(server, { authorization: `Bearer ${token.token}` }))
    await person.call('DELETE', `/api/tokens/${token.id}`)
    expect(await send<Failure>(address)).toMatchObject(refused(401, 'unauthorized'))
  })

  it('creating a one-time upload address needs access to the review and the right to send', async () => {
    const outsider = await signUp(server)
    const foreign = await newReview(await outsider.agent(), await outsider.project())
    const files = [{ path: 'a.png' }]
    for (const reviewId of [foreign, 'rev_0'])
      expect(await agent<Failure>('POST', '/v1/evidence/address', { files, reviewId })).toMatchObject(
        refused(404, 'not_found', 'reviewId'),
      )
    const reader = await person.agent({ capabilities: ['artifact:read'] })
    expect(await reader<Failure>('POST', '/v1/evidence/address', { files })).toMatchObject(
      refused(403, 'forbidden'),
    )
  })

  it('a one-time upload address is refused if its project, review or thread does not exist', async () => {
    const reviewId = await newReview(agent, projectId)
    const { artifactId } = await upload(agent, await newReview(agent, projectId), png)
    const own = await upload(agent, reviewId, png)
    const create = (fields: object) =>
      agent<Failure>('POST', '/v1/evidence/address', { files: [{ path: 'a.png' }], ...fields })
    const revises = (id: string) => ({ reviewId, files: [{ path: 'a.png', artifactId: id }] })
    for (const [fields, field] of [
      [{ projectId: newId('project') }, 'projectId'],
      [revises(artifactId), 'files.0.artifactId'],
      [{ ...revises(own.artifactId), reviewId: undefined, projectId }, 'files.0.artifactId'],
      [{ reviewId, answers: { [newId('thread')]: 'Done.' } }, expect.stringMatching(/^thr_/)],
    ] as const)
      expect([fields, await create(fields)]).toMatchObject([fields, refused(404, 'not_found', field)])
    expect((await create(revises(own.artifactId))).status).toBe(201)
  })

  it.each([
    ['no file', { files: [] }, 'files'],
    ['answers without a review', { answers: { thr_1: 'Done.' } }, 'reviewId'],
    [
      'a last file that shows the state before',
      { files: [{ path: 'a.png', isBefore: true }] },
      'files.0.isBefore',
    ],
    [
      'too many files',
      { files: Array.from({ length: limits.formFiles + 1 }, () => ({ path: 'a' })) },
      'files',
    ],
    [
      'too many files with their contexts',
      {
        files: Array.from({ length: limits.formFiles }, (_, i) => ({
          path: 'a',
          ...(i === 0 && { contextPath: 'b' }),
        })),
      },
      'files',
    ],
    ['a path that is too long', { files: [{ path: 'x'.repeat(limits.filePath + 1) }] }, 'files.0.path'],
  ])('a one-time upload address is refused for %s', async (_, fields, field) => {
    const body = { files: [{ path: 'a.png' }], projectId, ...fields }
    expect(await agent<Failure>('POST', '/v1/evidence/address', body)).toMatchObject(
      refused(422, 'invalid_request', field),
    )
  })

  it('a one-time upload address may be for the maximum number of files with the longest paths', async () => {
    const files = Array.from({ length: limits.formFiles }, () => ({ path: 'x'.repeat(limits.filePath) }))
    expect((await agent('POST', '/v1/evidence/address', { files, projectId })).status).toBe(201)
  })

  it('the command of a one-time upload address sends each context right after its file', async () => {
    const files = [{ path: 'a.png', contextPath: 'a.json' }, { path: 'b.png' }]
    const { command, url } = await addressOf({ files, posterPath: 'p.png' })
    expect(command).toBe(
      'curl -sS -H "Accept: text/markdown" -F "files=@a.png" -F "context=@a.json" -F "files=@b.png" ' +
        `-F "poster=@p.png" "${url}"`,
    )
  })

  it('POST /v1/evidence responds in Markdown to clients that prefer it, and else in JSON', async () => {
    const accepted = async (accept: string) => {
      const form = formOf({ files: fileOf(png, 'a.png') })
      const { url } = await addressOf({ externalRef: 'text' })
      const response = await fetch(url, { method: 'POST', headers: { accept }, body: form })
      return response.headers.get('content-type')
    }
    expect(await accepted('text/markdown')).toBe('text/markdown; charset=utf-8')
    expect(await accepted('*/*')).toBe('application/json')
  })
})

describe('the limit of one-time addresses', () => {
  it('a workspace has a limited number of unexpired one-time upload addresses', async () => {
    const owner = await signUp(server, 'Olga')
    const by = await owner.agent()
    const create = (fields: object = {}) =>
      by<EvidenceAddress & Failure>('POST', '/v1/evidence/address', { files: [{ path: 'a.png' }], ...fields })
    expect((await create()).status).toBe(201)
    const copies = Array.from({ length: limits.evidenceAddresses - 2 }, (_, at) => at)
    const insert =
      'INSERT INTO evidence_address (hash, token_id, fields, expires_at) ' +
      'SELECT ?, token_id, fields, expires_at FROM evidence_address WHERE token_id IN ' +
      '(SELECT id FROM token WHERE workspace_id = ?) LIMIT 1'
    for (const at of copies)
      await runSql(server, insert, [`copy-${owner.workspaceId}-${at}`, owner.workspaceId])
    expect((await create()).status).toBe(201)
    const full = await create()
    expect(full).toMatchObject(refused(429, 'rate_limited'))
    expect(Number(full.headers.get('retry-after'))).toBeGreaterThan(60)
    expect((await addressOf()).url).toContain('ticket=')
    const owned = 'SELECT id FROM token WHERE workspace_id = ?'
    const expire = `UPDATE evidence_address SET expires_at = ? WHERE token_id IN (${owned})`
    await runSql(server, expire, [Date.now() - 1, owner.workspaceId])
    expect((await create()).status).toBe(201)
    const left = await runSql(server, `SELECT hash FROM evidence_address WHERE token_id IN (${owned})`, [
      owner.workspaceId,
    ])
    expect(left).toHaveLength(1)
  })

  it('the texts of a one-time upload address have a maximum size', async () => {
    const withTexts = (length: number) => {
      const files = Array.from({ length: 40 }, (_, at) => ({
        path: `${at}.png`,
        description: 'x'.repeat(length),
      }))
      return agent<Failure>('POST', '/v1/evidence/address', { files, projectId })
    }
    const least = limits.evidenceAddressBytes / 40
    expect((await withTexts(Math.floor(least) - 60)).status).toBe(201)
    expect(await withTexts(Math.floor(least))).toMatchObject(refused(422, 'invalid_request', 'files'))
  })
})
