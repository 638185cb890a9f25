import { mediaLinkPurposes, type MediaLinkPurpose } from '#shared/contract/media-link'
import { openCache } from '~~/server/memory-cache'
import { equal, mac } from './secrets'

const letters: Record<MediaLinkPurpose, string> = { embed: 'e', download: 'd', poster: 'p' }
const MAC_BYTES = 16
/** What a claim takes in memory. */
const CLAIM_BYTES = 120

/** What a media link grants: one purpose of one revision, until the generation changes. */
export interface MediaLinkClaim {
  revisionId: string
  purpose: MediaLinkPurpose
  generation: number
}

const tokens = openCache<string>('media link', ({ length }) => length)
const claims = openCache<MediaLinkClaim>('media link claim', () => CLAIM_BYTES)

/**
 * Returns the token of a media link, `/e/{token}`: base64url of purpose, revision and generation and a
 * truncated HMAC-SHA256 over them. Nothing is stored for it; revoking increments the generation. Tokens are
 * cached: a review has hundreds.
 */
export function mediaLinkToken({ purpose, generation, revisionId }: MediaLinkClaim): string {
  const text = `${letters[purpose]}${generation.toString(36)}.${revisionId.slice('rvs_'.length)}`
  const known = tokens.get(text)
  if (known !== undefined) return known
  const bytes = Buffer.from(text)
  const token = Buffer.concat([bytes, signatureOf(bytes)]).toString('base64url')
  tokens.set(text, token)
  return token
}

/**
 * Returns the claim of a token; null for a wrong signature. The caller compares the generation. Claims are
 * cached: players request a recording in hundreds of ranges.
 */
export function readMediaLinkToken(token: string): MediaLinkClaim | null {
  const known = claims.get(token)
  if (known) return known
  const claim = verifiedClaim(token)
  if (claim) claims.set(token, claim)
  return claim
}

function verifiedClaim(token: string): MediaLinkClaim | null {
  if (!/^[\w-]{40,120}$/.test(token)) return null
  const bytes = Buffer.from(token, 'base64url')
  const text = bytes.subarray(0, -MAC_BYTES)
  if (bytes.toString('base64url') !== token || !equal(signatureOf(text), bytes.subarray(-MAC_BYTES)))
    return null
  const match = /^([edp])([0-9a-z]+)\.([0-9A-Za-z]+)$/.exec(text.toString('latin1'))
  const purpose = mediaLinkPurposes.find(each => letters[each] === match?.[1])
  if (!match?.[2] || !match[3] || !purpose) return null
  return { purpose, generation: Number.parseInt(match[2], 36), revisionId: `rvs_${match[3]}` }
}

/** The name of the key is part of every address that was given out: do not change it. */
const signatureOf = (text: Buffer) => mac('capability', text).subarray(0, MAC_BYTES)
