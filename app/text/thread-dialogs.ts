import { pluralize } from '~/ui/format'
import { defineText } from './define-text'

/** The texts of the dialogs of `components/thread`. */
export const text = defineText({
  deleteThread: {
    reply: 'Delete this reply?',
    numbered: (number: number) => `Delete comment ${number}?`,
    unnumbered: 'Delete this comment?',
    warning: "This deletes it for everyone and can't be undone.",
    warningWithReplies: (replies: number) =>
      `This deletes it and its ${pluralize(replies, 'reply', 'replies')} for everyone and can't be undone.`,
    confirmReply: 'Delete reply',
    confirmComment: 'Delete comment',
  },
  deleteGuest: {
    title: (name: string) => `Delete all comments by ${name} (guest)?`,
    description: (comments: number, replies: number) =>
      `This deletes ${pluralize(comments, 'comment')}, with all replies to them, and ` +
      `${pluralize(replies, 'reply', 'replies')} for everyone. It can't be undone.`,
    confirm: 'Delete all',
    /** What screen readers announce. */
    done: (name: string) => `All comments by ${name} deleted`,
    unchanged: 'The comments were not deleted.',
  },
  deleteSelection: {
    title: (count: number) => `Delete ${pluralize(count, 'comment')}?`,
    description: "This deletes the comments and their replies for everyone and can't be undone.",
    confirm: (count: number) => `Delete ${pluralize(count, 'comment')}`,
    unchanged: 'Comments that are still listed were not deleted.',
  },
  imageViewer: {
    position: (number: number, count: number) => `Image ${number} of ${count}`,
    previous: 'Previous image',
    next: 'Next image',
    open: 'Open in a new tab',
  },
})
