import type { ShareLinkState } from '#shared/contract/share-link'
import { common } from '~/text/common'
import { text } from '~/text/share'

/** The fields of a form about a share link. An empty password leaves the present one. */
export interface ShareOptionsForm {
  allowComments: boolean
  allowDownload: boolean
  hasPassword: boolean
  password: string
}

/** Returns the form for a link; without one, the form for a new link, which only shows the review. */
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

/** Returns the body of a request. A password of null removes the present one. */
export const shareOptionsBody = ({ hasPassword, password, ...allowed }: ShareOptionsForm) => ({
  ...allowed,
  password: hasPassword ? password || undefined : null,
})

/** Describes in a few words what a link allows and requires; empty for a link that only shows the review. */
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
