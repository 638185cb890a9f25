import { BlockList, isIP } from 'node:net'
import { readChange, type ReviewOptions } from '../change/change'
import type { PushResult } from './push'
import { readPullRequestField } from '#shared/forge/pull-request-name'

/** The warning that readers of the published Markdown cannot load its images. */
export interface PictureWarning {
  code: 'unreachable_pictures'
  message: string
}

/** Loopback, private and link-local IP addresses: RFC 1122, 1918, 3927, 4193, 4291 and 6598. */
const notPublic = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  notPublic.addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  notPublic.addSubnet(network, prefix, 'ipv6')

/** The ends of host names that are valid only in one network or on one machine: RFC 6761, 6762 and 8375. */
const localName = /(?:^|\.)(?:localhost|local|internal|home\.arpa)$/

/**
 * Returns whether the host of a URL is on this machine or in a private network. A host name is judged by its
 * text, without a DNS query.
 */
function isPrivateHost(address: string): boolean {
  const host = new URL(address).hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  const version = isIP(host)
  if (version !== 0) return notPublic.check(host, version === 4 ? 'ipv4' : 'ipv6')
  return localName.test(host) || !host.includes('.')
}

/** Returns the warnings about the Markdown of a review of this change. */
export async function warnOfMarkdown(
  { url, prRef }: PushResult['review'],
  options: ReviewOptions,
): Promise<PictureWarning[]> {
  const { forge } = await readChange(options)
  const warning = unreachablePictures({ reviewUrl: url, references: [options.pr, prRef], forge })
  return warning ? [warning] : []
}

/** The URL of a review, and the known data about its pull request. */
interface Places {
  /** The public URL of the review. */
  reviewUrl: string
  /** The references of the pull request, such as `77` or its URL. */
  references: (string | null | undefined)[]
  /** The forge of the CI job, or the remote of the checkout. It is used if no reference is a URL. */
  forge: string | undefined
}

/**
 * Returns the warning if the server has a private address and the pull request is on a public host; else
 * null. If the host of the pull request is unknown, as in `acme/shop#77`, it counts as public.
 */
function unreachablePictures({ reviewUrl, references, forge }: Places): PictureWarning | null {
  if (!isPrivateHost(reviewUrl)) return null
  const named = references.flatMap(each => (each ? (readPullRequestField(each) ?? []) : []))
  const [pullRequest] = named
  if (!pullRequest) return null
  const address = named.find(each => each.origin !== null)?.origin ?? addressOf(forge)
  if (address === null ? pullRequest.repository === null : isPrivateHost(address)) return null
  const { origin } = new URL(reviewUrl)
  return {
    code: 'unreachable_pictures',
    message:
      `The images in the Markdown are at ${origin}. They will not load in the pull request, since ` +
      `${address ?? 'its host'} cannot reach that: set PUBLIC_URL of the server to a public address.`,
  }
}

/** Returns the origin of a URL or of a git remote (`git@github.com:acme/shop`); null for other texts. */
function addressOf(forge: string | undefined): string | null {
  if (forge === undefined) return null
  const host = URL.parse(forge)?.hostname || /^(?:[\w.-]+@)?([\w.-]+):(?!\/\/)/.exec(forge)?.[1]
  return host ? `https://${host}` : null
}
