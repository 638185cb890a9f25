import { pluralize } from './language/count'
import { defineText } from './language/define-text'

/**
 * The texts of `components/access`, which are shown instead of a review or project that the person cannot
 * open.
 */
export const text = defineText('access', 'text', {
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

/** The texts of `components/offer`, and of the pages of invitations and claim links. */
export const offer = defineText('access', 'offer', {
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

/** The texts of `components/connect` and its page. */
export const connect = defineText('access', 'connect', {
  form: {
    title: 'Connect an app',
    hint: 'The app gets an agent token for the workspace that you choose.',
    /** The name of the app follows this text. */
    name: 'The app calls itself',
    /** The URL to which the app redirects the person follows this text. */
    returnsTo: 'It returns to',
    local: 'An app on this computer',
    warning: 'Connect only an app that you started yourself. Any app can use any name.',
    noWorkspace:
      "You can't create agent tokens in any of your workspaces. Ask a workspace owner to connect the app.",
    workspace: 'Workspace',
    onlyProject: (project: string) => `Only ${project}`,
    noPermission: 'Choose at least one permission.',
    unchanged: "The app wasn't connected.",
    connect: 'Connect',
    duration: (days: number) =>
      `The app stays connected for ${days} days, or until you revoke its token under ` +
      'Settings → Agent tokens.',
  },
  connected: {
    title: 'App connected',
    hint: (app: string) => `Return to ${app} to continue. You can close this page.`,
  },
  problem: {
    title: "This app can't be connected",
    /** `problem`: a sentence of the server that describes the problem. */
    explanation: (app: string, problem: string | null) =>
      `${app} sent a request that this server doesn't accept: ${problem}`,
    returnTo: (address: string) => `Return to ${address}`,
    turnedOff: 'The operator of this server has turned off the connection of apps.',
    unknownApp:
      "This server doesn't know the app, or the app asks to return to an address that it hasn't " +
      'registered. In the app, remove this server and add it again.',
  },
  failed: "Couldn't load the request.",
})

/** The texts of `components/device` and its page. */
export const device = defineText('access', 'device', {
  title: 'Connect a device',
  form: {
    hint: 'Enter the code shown in your terminal.',
    code: 'Code',
    example: 'ABCD-EFGH',
    incomplete: (characters: number) => `Enter all ${characters} letters and digits.`,
    unknown: "This code isn't valid. Check the code in your terminal.",
    expired: 'This code has expired. Start again in your terminal to get a new one.',
  },
  request: {
    hint:
      'The Exhibit command line wants to create an agent token for you. ' +
      'You can revoke it at any time under Settings → Agent tokens.',
    code: 'Code in your terminal',
    /** The name of the program follows this text. */
    client: 'Requested by',
    warning: 'Approve only if you started this yourself and the codes match.',
    unchanged: "Your response wasn't sent.",
    deny: 'Deny',
    approve: 'Approve',
    failed: "Couldn't check the code.",
  },
  /** The texts that replace the form if the request cannot be decided any more, by its state. */
  results: {
    approved: {
      title: 'Device connected',
      text: 'Return to your terminal to continue. You can close this page.',
    },
    denied: { title: 'Request denied', text: 'The device was not connected. You can close this page.' },
    claimed: {
      title: 'This code is in use by another account',
      text: 'It was opened from a different account. Start again in your terminal to get a new code.',
    },
  },
})

/** The texts of the page that a person opens to confirm an email address. */
export const confirmEmail = defineText('access', 'confirmEmail', {
  title: 'Confirm your email address',
  hint: 'Use this address for your account.',
  confirm: 'Confirm',
  unchanged: "Your email address wasn't changed.",
  confirmed: 'Email address confirmed',
  newAddress: (email: string) => `Your account now uses ${email}.`,
})

/** The texts of the pages for people who forgot their password. */
export const passwordReset = defineText('access', 'passwordReset', {
  forgot: {
    title: 'Forgot your password?',
    hint: "We'll email you a link to choose a new one.",
    email: 'Email',
    submit: 'Send link',
    busy: 'Sending…',
    back: 'Back to sign in',
  },
  sent: {
    title: 'Check your email',
    hint: (email: string) =>
      `If there is an account for ${email}, we sent it a link to choose a new password. ` +
      'The link expires in an hour.',
  },
  reset: {
    title: 'Choose a new password',
    hint: "You'll be signed out everywhere and can sign in with the new password.",
    password: 'New password',
    passwordLength: (characters: number) => `At least ${characters} characters.`,
    submit: 'Save password',
    busy: 'Saving…',
  },
  expired: {
    title: 'This link has expired',
    hint: "Password reset links work once and expire after an hour. Your password hasn't changed.",
    again: 'Send a new link',
  },
})
