import type { MediaLinkPurpose } from '#shared/contract/media-link'
import { openCache } from '~~/server/process/memory-cache'
import { equal, mac } from './secrets'

/**
 * The types of media links, by the first letter of their tokens. `follows` is the kind of resource that the
 * link shows. A link to an artifact shows the latest revision of the artifact; pages embed such links.
 */
const linkTypes = {
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
type Letter = keyof typeof linkTypes

const MAC_BYTES = 16
/** The memory that one cached claim needs, in bytes. */
const CLAIM_BYTES = 120

/**
 * The access that a media link grants. A link shows one revision, or the latest completed revision of an
 * artifact, for one purpose. It is valid until its generation changes. A link to a comment image is valid
 * until the image is deleted. The generation of an artifact is the sum of the generations of its revisions,
 * so revoking the links of a revision also revokes the links of its artifact.
 */
export type MediaLinkClaim = (
  | { follows: 'revision'; revisionId: string; purpose: MediaLinkPurpose }
  | { follows: 'artifact'; artifactId: string; purpose: 'embed' | 'poster' }
  | { follows: 'comment'; imageId: string; purpose: 'embed' }
) & { generation: number }

const tokens = openCache<string>('media link', ({ length }) => length)
const claims = openCache<MediaLinkClaim>('media link claim', () => CLAIM_BYTES)

/**
 * Returns the token of a media link, `/e/{token}`: base64url of the purpose, the generation, the id and a
 * truncated HMAC-SHA256 of these. Tokens are not stored in the database; to revoke them, the generation is
 * incremented. Tokens are cached in memory, because a review has hundreds of them.
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
 * Returns the claim in a token; null if the signature is wrong. The caller must compare the generation of the
 * claim with the database. Claims are cached, because a player requests one video in hundreds of ranges.
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
  const granted = linkTypes[match[1] as Letter]
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
  Object.entries(linkTypes).find(([, each]) => each.follows === follows && each.purpose === purpose)?.[0] ??
  ''

/** Returns the truncated HMAC. All issued links depend on the purpose `capability`: do not change it. */
const signatureOf = (text: Buffer) => mac('capability', text).subarray(0, MAC_BYTES)
