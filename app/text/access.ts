import { defineText } from './define-text'

/** The texts of `components/access`: in place of a review or a project that the person cannot read. */
export const text = defineText({
  page: { review: 'Review', project: 'Project' },
  closed: {
    review: "You can't open this review",
    project: "You can't open this project",
    explanation:
      "It doesn't exist, or it belongs to a workspace you are not in. " +
      'Ask the person who sent you the link, or ask its owners for access.',
    message: 'Message (optional)',
    notSent: "The request wasn't sent.",
    ask: 'Ask for access',
  },
  asked: {
    title: 'You asked for access',
    review: (date: string) =>
      `If this review exists, the owners of its workspace see your request until ${date}.`,
    project: (date: string) =>
      `If this project exists, the owners of its workspace see your request until ${date}.`,
    retry: 'Check again',
  },
})
