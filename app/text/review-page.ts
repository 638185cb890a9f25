import { defineText } from './define-text'

/** The texts of the pages of a review and of a share link. */
export const text = defineText({
  /** Until the review is loaded. */
  title: 'Review',
  sharedTitle: 'Shared review',
  invalidLink: 'This link no longer works',
  invalidLinkHint:
    'It may have been revoked or expired, or the link is incomplete. ' +
    'Ask the person who shared it for a new link.',
})
