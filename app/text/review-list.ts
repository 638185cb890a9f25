import { pluralize } from '~/ui/format'
import { defineText } from './define-text'

/** The texts of a review in a list, and of its menu. */
export const text = defineText({
  row: {
    images: (count: number) => pluralize(count, 'image'),
    videos: (count: number) => pluralize(count, 'video'),
    noEvidence: 'no evidence yet',
    /** All of its evidence is past its retention. */
    expired: 'expired',
    openComments: (count: number) => pluralize(count, 'open comment'),
    pendingComments: (count: number) => `${pluralize(count, 'comment')} not submitted`,
    newRevisions: (count: number) => pluralize(count, 'new revision'),
    newComments: (count: number) => pluralize(count, 'new comment'),
    since: (news: string) => `${news} since your last visit`,
    /** Follows the number of all of them, for screen readers. */
    newSince: (news: string) => ` new since your last visit: ${news}`,
    archived: 'archived',
    /** Their verdict is asked for. `person`: who asks. */
    askedBy: 'Asked by {person}',
    asked: 'Your verdict is asked for',
    toVerify: (count: number) => `${count} to verify`,
  },
  menu: {
    restore: 'Put back in the inbox',
    edit: 'Edit review',
    delete: 'Delete review',
    openPullRequest: 'Open pull request',
  },
})
