import { pluralize } from '~/ui/format'
import { defineText } from './define-text'

/** The texts of `components/offer`, and of the pages of invitations and claim links. */
export const text = defineText({
  signUp: 'Create an account',
  claim: {
    page: 'Claim a workspace',
    title: 'Claim this workspace',
    explanation:
      'Your agent created this workspace without an account. Claim it to become its owner. ' +
      'Everything in it stays, and its agent tokens keep working.',
    accept: 'Claim workspace',
    notAccepted: "The workspace wasn't claimed.",
    failed: "Couldn't load the claim link.",
    invalid: "This claim link isn't valid",
    invalidExplanation:
      'The workspace may have been claimed already, or the link may be incomplete. ' +
      "If you didn't claim it, ask the person who sent you the link.",
  },
  claimContents: {
    title: "What's included",
    reviews: (count: number) => (count === 0 ? 'No reviews yet' : pluralize(count, 'review')),
  },
  invitation: {
    /** The title of the page until the invitation is loaded. */
    page: 'Invitation',
    title: (workspace: string) => `Join ${workspace}`,
    byPerson: (person: string) => `${person} invited you.`,
    byAgent: (agent: string, person: string) => `${agent}, an agent, invited you on behalf of ${person}.`,
    asReviewer: 'As a reviewer, you can view evidence, comment, resolve comments and set the verdict.',
    asMember: 'As a member, you can review and manage projects, evidence and agent tokens.',
    accept: 'Join workspace',
    notAccepted: "You haven't joined yet.",
    expires: (date: string) => `The invitation works once and expires on ${date}.`,
    failed: "Couldn't load the invitation.",
    invalid: "This invitation isn't valid",
    invalidExplanation:
      'It may have been used or revoked, or it may have expired. ' +
      'Ask the person who invited you for a new link.',
  },
})
