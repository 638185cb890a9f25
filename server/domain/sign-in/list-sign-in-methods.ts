import type { Output } from '#shared/contract'
import type { HumanActor } from '~~/server/access/actor'
import { emailChangeOf } from '~~/server/sign-in/links/email-changes'
import { passkeyRefusal } from '~~/server/sign-in/passkeys'
import { activeProviders } from '~~/server/sign-in/providers/providers'
import { db } from '~~/server/db'
import { loadSignInMethods } from './sign-in-methods'

/** Lists the sign-in methods that a person has, and the providers that they can add. */
export async function listSignInMethods(human: HumanActor): Promise<Output<'listSignInMethods'>> {
  const methods = await loadSignInMethods(db, human.id)
  const linked = new Set<string>(methods.map(({ kind }) => kind))
  return {
    methods,
    passkeys: passkeyRefusal() === null,
    emailChange: emailChangeOf(methods.some(({ kind, usable }) => kind === 'password' && usable)),
    linkable: activeProviders().filter(({ id }) => !linked.has(id)),
  }
}
