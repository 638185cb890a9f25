import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mediaLinkPurposes } from '#shared/contract/media-link'
import { newId } from '#shared/ids'
import { mediaLinkToken, readMediaLinkToken, type MediaLinkClaim } from '~~/server/secrets/media-link-token'

const folder = mkdtempSync(join(tmpdir(), 'exhibit-media-link-'))
beforeAll(() => {
  process.env.DATA_DIR = folder
  process.env.AUTH_SECRET = 'a secret of at least thirty-two characters'
})
afterAll(() => rmSync(folder, { recursive: true }))

const claim = {
  follows: 'revision',
  revisionId: newId('revision'),
  purpose: 'embed',
  generation: 0,
} as const satisfies MediaLinkClaim
/**
 * The signed text: the letter of the purpose, the generation in base 36, a dot and the ULID of the revision.
 */
const signedText = `e0.${claim.revisionId.slice('rvs_'.length)}`

describe('the token of a media link', () => {
  it('the token of a media link ends with a signature of 16 bytes, and is invalid if one bit differs', () => {
    const bytes = Buffer.from(mediaLinkToken(claim), 'base64url')
    expect(bytes.toString('latin1', 0, signedText.length)).toBe(signedText)
    expect(bytes.length - signedText.length).toBe(16)
    for (let bit = 0; bit < 128; bit++) {
      const forged = Buffer.from(bytes)
      const at = signedText.length + (bit >> 3)
      forged.writeUInt8(forged.readUInt8(at) ^ (1 << (bit & 7)), at)
      expect(readMediaLinkToken(forged.toString('base64url')), `bit ${bit}`).toBeNull()
    }
  })

  it('reading the token of a media link returns its content for every purpose and generation', () => {
    for (const purpose of mediaLinkPurposes)
      for (const generation of [0, 1, 35, 36, 1_000_000]) {
        const each: MediaLinkClaim = { ...claim, purpose, generation }
        expect(readMediaLinkToken(mediaLinkToken(each))).toEqual(each)
      }
  })

  it('reading the token of a media link to the latest revision returns its content', () => {
    for (const purpose of ['embed', 'poster'] as const)
      for (const generation of [0, 36]) {
        const each: MediaLinkClaim = {
          follows: 'artifact',
          artifactId: newId('artifact'),
          purpose,
          generation,
        }
        expect(readMediaLinkToken(mediaLinkToken(each))).toEqual(each)
      }
  })

  it('the token of a media link is refused with another revision, purpose or generation', () => {
    const signature = Buffer.from(mediaLinkToken(claim), 'base64url').subarray(-16)
    const withText = (text: string) => Buffer.concat([Buffer.from(text), signature]).toString('base64url')
    expect(readMediaLinkToken(withText(signedText))).toEqual(claim)
    const others = [
      signedText.replace(/^e/, 'd'),
      signedText.replace(/^e/, 'l'),
      signedText.replace(/^e0/, 'e1'),
      `e0.${newId('revision').slice('rvs_'.length)}`,
    ]
    for (const text of others) expect(readMediaLinkToken(withText(text)), text).toBeNull()
  })

  it('the token of a media link is refused in any other encoding of the same bytes', () => {
    const token = mediaLinkToken({ ...claim, generation: 36 })
    expect(token.length % 4).not.toBe(0)
    // Tries every last character, because a decoder ignores some of its bits.
    const last = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const same = [...last]
      .map(each => token.slice(0, -1) + each)
      .filter(each => Buffer.from(each, 'base64url').equals(Buffer.from(token, 'base64url')))
    expect(same.length).toBeGreaterThan(1)
    expect(same.filter(each => readMediaLinkToken(each) !== null)).toEqual([token])
    for (const other of [`${token}=`, ` ${token}`, `${token}\n`]) expect(readMediaLinkToken(other)).toBeNull()
  })
})
