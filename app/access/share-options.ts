import type { ShareLinkState } from '#shared/contract/share-link'
import { common } from '~/text/common'
import { text } from '~/text/share'

/** What a form about a share link has. An empty password leaves the present one. */
export interface ShareOptionsForm {
  allowComments: boolean
  allowDownload: boolean
  hasPassword: boolean
  password: string
}

/** Returns the form of a link, or of a new one, which only shows the review. */
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

/** Says what a link asks of its visitors and allows them, in a few words; empty for one that only shows. */
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
