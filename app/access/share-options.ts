import type { ShareLinkState } from '#shared/contract/share-link'
import { common } from '~/text/common'
import { text } from '~/text/share'

/** The fields of a form for a share link. If `password` is empty, the current password does not change. */
export interface ShareOptionsForm {
  allowComments: boolean
  allowDownload: boolean
  hasPassword: boolean
  password: string
}

/**
 * Returns the form for a link. Without a link, returns the form for a new link, which does not allow comments
 * or downloads.
 */
export const shareOptionsOf = (
  link: Pick<ShareLinkState, 'allowComments' | 'allowDownload' | 'hasPassword'> = {
    allowComments: false,
    allowDownload: false,
    hasPassword: false,
  },
): ShareOptionsForm => ({
  allowComments: link.allowComments,
  allowDownload: link.allowDownload,
  hasPassword: link.hasPassword,
  password: '',
})

/**
 * Returns the body of the request. If `password` is null, the server removes the current password; if
 * `password` is undefined, the server does not change the password.
 */
export const shareOptionsBody = ({ hasPassword, password, ...allowed }: ShareOptionsForm) => ({
  ...allowed,
  password: hasPassword ? password || undefined : null,
})

/**
 * Returns a short description of what a link allows and requires; empty for a link that only shows the
 * review.
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
