import { describe, expect, it } from 'vitest'
import sharp from 'sharp'
import type { ReviewPayload } from '#shared/contract/review'
import { newReview, upload, signUp, withoutRequestId, type Failure } from '../../support/client'
import { picture, pixels } from '../../support/samples'
import { eventKindsOf } from '../../support/database'
import { sharedFixture } from '../../support/fixture'

const { server, agent, projectId } = await sharedFixture()
const png = await picture(320, 200).png().toBuffer()
const stranger = await signUp(server, 'Stranger')

describe('the capability address', () => {
  it('is served under any title, also one whose file name is cut within an emoji', async () => {
    const done = await upload(agent, await newReview(agent, projectId), png, {
      title: `${'x'.repeat(119)}😀😀`,
    })
    for (const url of [done.embedUrl, done.downloadUrl]) {
      const response = await fetch(url ?? '')
      expect([
        response.status,
        decodeURIComponent(response.headers.get('content-disposition') ?? ''),
      ]).toEqual([200, expect.stringContaining(`${'x'.repeat(119)}😀 r1.png`)])
    }
  })

  it('serves an exact derivative without credentials, with inert and cacheable headers', async () => {
    const done = await upload(agent, await newReview(agent, projectId), png)
    const response = await fetch(done.embedUrl ?? '')
    const bytes = Buffer.from(await response.arrayBuffer())
    expect((await sharp(bytes).removeAlpha().raw().toBuffer()).equals(pixels(320, 200))).toBe(true)
    expect(
      Object.fromEntries(
        [
          'content-type',
          'accept-ranges',
          'cache-control',
          'x-robots-tag',
          'x-content-type-options',
          'content-security-policy',
          'content-disposition',
        ].map(name => [name, response.headers.get(name)]),
      ),
    ).toEqual({
      'content-type': 'image/png',
      'accept-ranges': 'bytes',
      'cache-control': 'public, max-age=86400, immutable',
      'x-robots-tag': 'noindex, nofollow',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'content-disposition': 'inline; filename="Dashboard r1.png"; filename*=UTF-8\'\'Dashboard%20r1.png',
    })
    expect(response.headers.get('set-cookie')).toBeNull()

    const etag = response.headers.get('etag') ?? ''
    expect((await fetch(done.embedUrl ?? '', { headers: { 'if-none-match': etag } })).status).toBe(304)
    const part = await fetch(done.embedUrl ?? '', { headers: { range: 'bytes=10-19' } })
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 10-19/${bytes.length}`])
    expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(10, 20))).toBe(true)
    const beyond = await fetch(done.embedUrl ?? '', { headers: { range: 'bytes=99999999-' } })
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${bytes.length}`])
    const head = await fetch(done.embedUrl ?? '', { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(bytes.length)])
    expect((await fetch(done.downloadUrl ?? '')).headers.get('content-disposition')).toMatch(/^attachment;/)
    const small = await fetch(`${done.embedUrl}?w=320`)
    expect([small.status, small.headers.get('content-type')]).toEqual([200, 'image/webp'])
  })

  it('is signed with 128 bits, and every one of them counts', async () => {
    const done = await upload(agent, await newReview(agent, projectId), png)
    const [origin = '', token = ''] = done.embedUrl?.split('/e/') ?? []
    const bytes = Buffer.from(token, 'base64url')
    // Purpose, generation, a dot and the ULID of the revision come first.
    const claim = `e0.${done.revisionId.slice('rvs_'.length)}`
    expect([bytes.toString('latin1', 0, claim.length), bytes.length - claim.length]).toEqual([claim, 16])
    expect((await fetch(`${origin}/e/${token}`)).status).toBe(200)
    for (let bit = 0; bit < 128; bit++) {
      const forged = Buffer.from(bytes)
      const at = claim.length + (bit >> 3)
      forged.writeUInt8(forged.readUInt8(at) ^ (1 << (bit & 7)), at)
      expect([bit, (await fetch(`${origin}/e/${forged.toString('base64url')}`)).status]).toEqual([bit, 404])
    }
  })

  it('responds to unknown, changed and foreign addresses with the same 404', async () => {
    const done = await upload(agent, await newReview(agent, projectId), png)
    const token = done.embedUrl?.split('/e/')[1] ?? ''
    const changed = `${token.slice(0, -4)}AAAA`
    const swapped = `${Buffer.from('p0').toString('base64url')}${token.slice(3)}`
    const responses = await Promise.all(
      ['nonsense', changed, swapped, token.slice(0, 20)].map(async each => {
        const response = await fetch(`${server.url}/e/${each}`)
        return {
          status: response.status,
          body: withoutRequestId({ body: (await response.json()) as Failure }),
        }
      }),
    )
    expect(new Set(responses.map(each => JSON.stringify(each))).size).toBe(1)
    expect(responses[0]).toMatchObject({ status: 404, body: { data: { error: 'not_found' } } })
  })
})

describe('revoking capability addresses', () => {
  it('revokes every earlier address of the purpose, and an authorised read returns a new one', async () => {
    const done = await upload(agent, await newReview(agent, projectId), png)
    const status = async (url: string | null) => (await fetch(url ?? '')).status
    expect(
      (await agent('DELETE', `/v1/revisions/${done.revisionId}/capabilities?purpose=embed`)).status,
    ).toBe(204)
    expect([await status(done.embedUrl), await status(done.downloadUrl)]).toEqual([404, 200])
    const fresh = (await agent<ReviewPayload>('GET', `/v1/reviews/${done.review.id}`)).body.artifacts[0]
      ?.currentRevision
    expect([await status(fresh?.embedUrl ?? null), fresh?.downloadUrl]).toEqual([200, done.downloadUrl])
    expect((await agent('DELETE', `/v1/revisions/${done.revisionId}/capabilities`)).status).toBe(204)
    expect([await status(fresh?.embedUrl ?? null), await status(done.downloadUrl)]).toEqual([404, 404])
    expect((await agent('DELETE', `/v1/revisions/${done.revisionId}/capabilities?purpose=all`)).status).toBe(
      422,
    )
    expect(
      (await (await stranger.agent())('DELETE', `/v1/revisions/${done.revisionId}/capabilities`)).status,
    ).toBe(404)
    expect(
      (await eventKindsOf(server, done.revisionId)).filter(kind => kind === 'capability.revoked'),
    ).toHaveLength(2)
  })
})
