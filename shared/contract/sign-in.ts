import { z } from 'zod'
import { signInProviderIds } from '../sign-in-providers'
import { emailChanges } from './account'
import { timestamp, visibleName } from './kit/fields'
import { limits } from './kit/limits'
import { operations } from './kit/operation'

/** A provider that people sign in through. */
export const SignInProvider = z
  .strictObject({
    id: z.enum(signInProviderIds),
    name: z.string().meta({ description: 'For the button "Continue with …".' }),
  })
  .meta({ id: 'SignInProvider' })
export type SignInProvider = z.infer<typeof SignInProvider>

/** A sign-in method of a person. */
export const SignInMethod = z
  .strictObject({
    id: z.string(),
    kind: z.enum(['password', 'passkey', ...SignInProvider.shape.id.options]),
    name: z.string(),
    usable: z.boolean().meta({ description: 'False when the server no longer has this kind.' }),
    addedAt: timestamp,
    lastUsedAt: timestamp
      .nullable()
      .meta({ description: 'The last sign-in with a passkey; null for other methods and unused passkeys.' }),
  })
  .meta({ id: 'SignInMethod' })
export type SignInMethod = z.infer<typeof SignInMethod>

const methodParams = z.object({ id: z.string().regex(/^[0-9A-Za-z]{1,64}$/) })

export const signInOperations = operations({
  readSignIn: {
    method: 'GET',
    path: '/api/sign-in',
    tag: 'Dashboard',
    summary: 'Read the options of the sign-in page',
    action: 'public',
    internal: true,
    responses: {
      200: z.strictObject({
        signUps: z.enum(['open', 'invite', 'domain', 'first']).meta({
          description:
            '`first`: there is no account yet; the first is for the person who sets up this server.',
        }),
        signUpDomains: z
          .array(z.string())
          .meta({ description: 'With `domain`: the domains whose confirmed email addresses may sign up.' }),
        password: z.boolean().meta({ description: 'Whether people sign in with a password.' }),
        passwordReset: z
          .boolean()
          .meta({ description: 'Whether a forgotten password can be reset by email.' }),
        passkeys: z.boolean().meta({ description: 'Whether people sign in with a passkey.' }),
        providers: z.array(SignInProvider),
        publicUrl: z.string().meta({
          description: 'The address of the server. With https, browsers keep no session elsewhere over http.',
        }),
      }),
    },
  },

  listSignInMethods: {
    method: 'GET',
    path: '/api/me/sign-in-methods',
    tag: 'Dashboard',
    summary: 'List the sign-in methods of the signed-in person',
    action: 'useAccount',
    internal: true,
    responses: {
      200: z.strictObject({
        methods: z.array(SignInMethod),
        passkeys: z.boolean().meta({ description: 'Whether the person can add a passkey on this server.' }),
        emailChange: z.enum(emailChanges).nullable().meta({
          description: 'How the person can change their email; null if they cannot on this server.',
        }),
        linkable: z
          .array(SignInProvider)
          .meta({ description: 'Providers of this server that are not linked to the account.' }),
      }),
    },
  },

  renamePasskey: {
    method: 'PATCH',
    path: '/api/me/sign-in-methods/{id}',
    tag: 'Dashboard',
    summary: 'Rename a passkey of the signed-in person',
    action: 'useAccount',
    internal: true,
    params: methodParams,
    body: z.object({ name: visibleName(limits.passkeyName) }),
    errors: ['not_found'],
    responses: { 204: null },
  },

  removeSignInMethod: {
    method: 'DELETE',
    path: '/api/me/sign-in-methods/{id}',
    tag: 'Dashboard',
    summary: 'Remove a sign-in method of the signed-in person; never the last one',
    action: 'useAccount',
    internal: true,
    params: methodParams,
    errors: ['forbidden', 'not_found', 'conflict'],
    responses: { 204: null },
  },
})
