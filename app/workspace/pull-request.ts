import { referenceLabel } from '#shared/forge/pull-request-name'
import { reviewList as text } from '~/text/evidence'

/**
 * A reference to a pull request, as the page shows it. `href` is null if the reference is not an http URL.
 */
export interface PullRequestLink {
  label: string
  href: string | null
}

/**
 * Converts `prRef`, which is free text, for the page: "acme/shop#12" stays as it is, and an http URL becomes
 * a link.
 */
export function pullRequestLink(prRef: string): PullRequestLink {
  const address = /^https?:\/\//i.test(prRef) && URL.canParse(prRef) ? new URL(prRef) : null
  if (!address) return { label: prRef, href: null }
  const label = referenceLabel(prRef)
  // GitLab marks merge requests with `!`.
  const isMerge = address.pathname.includes('/merge_requests/')
  return { label: isMerge ? label.replace('#', '!') : label, href: address.href }
}

/**
 * Returns the name of a pull request for a narrow place, without the owner of the repository: "shop#12" of
 * "acme/shop#12". Free text that names no pull request stays as it is.
 */
export const shortPullRequest = (prRef: string): string =>
  pullRequestLink(prRef).label.replace(/^\S*\/(?=[^\s/]+[#!]\d+$)/, '')

/** Returns the menu item that opens a pull request; no item if the reference is not an http URL. */
export function pullRequestItems(prRef: string | null) {
  const href = prRef ? pullRequestLink(prRef).href : null
  return href
    ? [
        {
          label: text.menu.openPullRequest,
          icon: 'i-lucide-git-pull-request',
          to: href,
          target: '_blank' as const,
        },
      ]
    : []
}
