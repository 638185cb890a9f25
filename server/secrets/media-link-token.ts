import type { MediaLinkPurpose } from '#shared/contract/media-link'
import { openCache } from '~~/server/process/memory-cache'
import { equal, mac } from './secrets'

/** The first letter of a token for each kind of grant. Pages embed the links that follow an artifact. */
const letters = {
  e: { follows: 'revision', purpose: 'embed' },
  d: { follows: 'revision', purpose: 'download' },
  p: { follows: 'revision', purpose: 'poster' },
  l: { follows: 'artifact', purpose: 'embed' },
  o: { follows: 'artifact', purpose: 'poster' },
  c: { follows: 'comment', purpose: 'embed' },
} as const satisfies Record<
  string,
  { follows: 'revision' | 'artifact' | 'comment'; purpose: MediaLinkPurpose }
>
type Letter = keyof typeof letters

const MAC_BYTES = 16
/** The memory that a claim takes, in bytes. */
const CLAIM_BYTES = 120

/**
 * The grant of a media link: one purpose of one revision, or of the latest completed revision of an artifact,
 * until the generation changes; or a comment image, until it is deleted. The generation of an artifact is the
 * sum of the generations of its revisions, so that revoking the links of any revision revokes the links that
 * may show it.
 */
export type MediaLinkClaim = (
  | { follows: 'revision'; revisionId: string; purpose: MediaLinkPurpose }
  | { follows: 'artifact'; artifactId: string; purpose: 'embed' | 'poster' }
  | { follows: 'comment'; imageId: string; purpose: 'embed' }
) & { generation: number }

const tokens = openCache<string>('media link', ({ length }) => length)
const claims = openCache<MediaLinkClaim>('media link claim', () => CLAIM_BYTES)

/**
 * Returns the token of a media link, `/e/{token}`: base64url of purpose, generation and id and a truncated
 * HMAC-SHA256 of these. Nothing is stored for it; revoking increments the generation. Tokens are cached,
 * because a review has hundreds.
 */
export function mediaLinkToken(claim: MediaLinkClaim): string {
  const id = idOf(claim)
  const text = `${letterOf(claim)}${claim.generation.toString(36)}.${id.slice(id.indexOf('_') + 1)}`
  const known = tokens.get(text)
  if (known !== undefined) return known
  const bytes = Buffer.from(text)
  const token = Buffer.concat([bytes, signatureOf(bytes)]).toString('base64url')
  tokens.set(text, token)
  return token
}

/**
 * Returns the claim of a token; null for a wrong signature. The caller compares the generation. Claims are
 * cached, because players request a video in hundreds of ranges.
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
  const match = /^([edploc])([0-9a-z]+)\.([0-9A-Za-z]+)$/.exec(text.toString('latin1'))
  if (!match?.[1] || !match[2] || !match[3]) return null
  const granted = letters[match[1] as Letter]
  const generation = Number.parseInt(match[2], 36)
  if (granted.follows === 'revision') return { ...granted, revisionId: `rvs_${match[3]}`, generation }
  if (granted.follows === 'artifact') return { ...granted, artifactId: `art_${match[3]}`, generation }
  return { ...granted, imageId: `upi_${match[3]}`, generation }
}

function idOf(claim: MediaLinkClaim): string {
  if (claim.follows === 'revision') return claim.revisionId
  return claim.follows === 'artifact' ? claim.artifactId : claim.imageId
}

const letterOf = ({ follows, purpose }: MediaLinkClaim) =>
  Object.entries(letters).find(([, each]) => each.follows === follows && each.purpose === purpose)?.[0] ?? ''

/** The name of the key is part of every issued address: do not change it. */
const signatureOf = (text: Buffer) => mac('capability', text).subarray(0, MAC_BYTES)
