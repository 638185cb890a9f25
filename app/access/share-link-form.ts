import type { ShareLinkState } from '#shared/contract/share-link'
import { common } from '~/text/common'
import { text } from '~/text/share'

/** The fields of a form for a share link. If `password` is empty, the current password does not change. */
export interface ShareLinkForm {
  name: string
  /** In how many hours the link expires; null if it never does. */
  hours: number | null | 'unchanged'
  allowComments: boolean
  allowDownload: boolean
  hasPassword: boolean
  password: string
}

/** Returns the form for a new link, which never expires and does not allow comments or downloads. */
export const newShareLinkForm = (): ShareLinkForm => ({
  name: '',
  hours: null,
  allowComments: false,
  allowDownload: false,
  hasPassword: false,
  password: '',
})

/** Returns the form that changes a link. Its fields contain the current settings of the link. */
export const shareLinkFormOf = (link: ShareLinkState): ShareLinkForm => ({
  name: link.name ?? '',
  hours: link.expiresAt ? 'unchanged' : null,
  allowComments: link.allowComments,
  allowDownload: link.allowDownload,
  hasPassword: link.hasPassword,
  password: '',
})

/**
 * Returns the body of the request that creates or changes a link. A field that is undefined does not change.
 * If the form has no password, `password` is null, and the server removes the current one.
 */
export const shareLinkBody = ({ name, hours, hasPassword, password, ...allowed }: ShareLinkForm) => ({
  ...allowed,
  name: name.trim() || null,
  expiresInHours: hours === 'unchanged' ? undefined : hours,
  password: hasPassword ? password || undefined : null,
})

/**
 * Returns a short description of the permissions and restrictions of a link; empty for a link that only shows
 * the review.
 */
export const describeShareOptions = ({
  hasPassword,
  allowComments,
  allowDownload,
}: Partial<ShareLinkState>) =>
  [
    hasPassword && common.password,
    allowComments && text.summary.comments,
    allowDownload && text.summary.downloads,
  ]
    .filter(Boolean)
    .join(' · ')
