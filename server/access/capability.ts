import { mediaLinkPurposes, type MediaLinkPurpose } from '#shared/contract/media-link'
import { equal, mac } from './secrets'

const letters: Record<MediaLinkPurpose, string> = { embed: 'e', download: 'd', poster: 'p' }
const MAC_BYTES = 16

export interface CapabilityClaim {
  revisionId: string
  purpose: MediaLinkPurpose
  generation: number
}

/**
 * The token of `/e/{token}`: base64url of purpose, revision and generation and a truncated HMAC-SHA256 over
 * them. Nothing is stored for it; revoking increments the generation.
 */
export function capabilityToken(claim: CapabilityClaim): string {
  const text = Buffer.from(
    `${letters[claim.purpose]}${claim.generation.toString(36)}.${claim.revisionId.slice('rvs_'.length)}`,
  )
  return Buffer.concat([text, mac('capability', text).subarray(0, MAC_BYTES)]).toString('base64url')
}

/** Returns the claim of a token; null for a wrong signature. The caller compares the generation. */
export function readCapabilityToken(token: string): CapabilityClaim | null {
  if (!/^[\w-]{40,120}$/.test(token)) return null
  const bytes = Buffer.from(token, 'base64url')
  const text = bytes.subarray(0, -MAC_BYTES)
  if (
    bytes.toString('base64url') !== token ||
    !equal(mac('capability', text).subarray(0, MAC_BYTES), bytes.subarray(-MAC_BYTES))
  )
    return null
  const match = /^([edp])([0-9a-z]+)\.([0-9A-Za-z]+)$/.exec(text.toString('latin1'))
  const purpose = mediaLinkPurposes.find(each => letters[each] === match?.[1])
  if (!match?.[2] || !match[3] || !purpose) return null
  return { purpose, generation: Number.parseInt(match[2], 36), revisionId: `rvs_${match[3]}` }
}
