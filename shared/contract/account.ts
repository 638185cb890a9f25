import { z } from 'zod'
import { AdminMembership } from './admin'
import { id, optional, text, timestamp } from './kit/fields'
import { limits } from './kit/limits'
import { operations } from './kit/operation'
import { mebibytes } from './kit/sizes'

const common = { tag: 'Dashboard', action: 'useAccount', internal: true } as const

/** The schema of the password with which people confirm a change of their account. */
const password = optional(text(limits.passwordMax)).meta({
  description: 'Their password. People who sign in without one must have signed in within a day.',
})

/** The URL of a person's picture. */
const image = z.string().meta({ description: 'A path on this server.' })

/** How people can change their email: with a link that is sent to the new address, or immediately. */
export const emailChanges = ['by_link', 'at_once'] as const
export type EmailChange = (typeof emailChanges)[number]

export const accountOperations = operations({
  readAccountDeletion: {
    ...common,
    method: 'GET',
    path: '/api/me/deletion',
    summary: 'Read the effect on each workspace of deleting one’s account',
    responses: {
      200: z.strictObject({ workspaces: z.array(AdminMembership) }),
    },
  },

  deleteAccount: {
    ...common,
    method: 'POST',
    path: '/api/me/delete',
    summary: `End all of one’s sessions and delete the account in ${limits.deletionDelayDays} days`,
    description:
      'With the workspaces that have no other member. `conflict` for the last owner of another, and for ' +
      'administrators, who can cancel the deletion of others until then.',
    rate: 'credential',
    body: z.object({ password }),
    errors: ['forbidden', 'conflict'],
    responses: { 200: z.strictObject({ deletesAt: timestamp }) },
  },

  changeEmail: {
    ...common,
    method: 'PUT',
    path: '/api/me/email',
    summary: 'Change one’s email, by a link to the new address if mail is set up',
    rate: 'credential',
    body: z.object({
      email: z.email('must be an email address').max(320).toLowerCase(),
      password,
    }),
    errors: ['forbidden', 'conflict', 'unavailable'],
    responses: {
      200: z.strictObject({
        sent: z.boolean().meta({ description: 'Whether a link was sent that completes the change.' }),
      }),
    },
  },

  confirmEmailChange: {
    ...common,
    method: 'POST',
    path: '/api/email-changes/{token}',
    summary: 'Change an email by the link that was sent to the new address; single use',
    action: 'public',
    rate: 'credential',
    params: z.object({ token: text(256) }),
    errors: ['suspended', 'conflict'],
    responses: { 200: z.strictObject({ email: z.string() }) },
  },

  setAvatar: {
    ...common,
    method: 'PUT',
    path: '/api/me/avatar',
    summary: 'Set one’s picture',
    description:
      `A PNG, a JPEG or a WebP of at most ${mebibytes(limits.avatarBytes)}. ` +
      `Its middle becomes a square of ${limits.avatarPixels} pixels, encoded again.`,
    rawRequest: { raw: 'application/octet-stream', isPicture: true, description: 'The picture itself.' },
    errors: ['too_large', 'invalid_request'],
    responses: { 200: z.strictObject({ image }) },
  },

  removeAvatar: {
    ...common,
    method: 'DELETE',
    path: '/api/me/avatar',
    summary: 'Remove one’s picture',
    responses: { 204: null },
  },

  listAvatars: {
    ...common,
    method: 'GET',
    path: '/api/avatars',
    summary: 'List the pictures of the people who share a workspace with the caller',
    responses: {
      200: z.strictObject({ avatars: z.array(z.strictObject({ userId: id('user'), image })) }),
    },
  },

  readAvatar: {
    ...common,
    method: 'GET',
    path: '/api/avatars/{userId}/{tag}',
    summary: 'Read the picture of a person by its address, which cannot be guessed',
    action: 'public',
    params: z.object({ userId: id('user'), tag: z.string().regex(/^[\w-]{24}$/) }),
    responses: {
      200: {
        raw: '*/*',
        description: 'A WebP.',
        file: { cacheControl: '`private, max-age=31536000, immutable`.' },
      },
    },
  },
})
