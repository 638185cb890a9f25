import type { Auth } from '#shared/contract/kit/operation'
import { AppError } from '#shared/errors'
import { peopleOnly, type Actor } from './actor'

/** Throws `unauthorized` or `forbidden` unless the actor has a credential and capability that a row admits. */
export function authorize(actor: Actor, auth: Auth): void {
  if (auth.anonymous) return
  if (actor.type === 'anonymous') throw new AppError('unauthorized')
  if (actor.type === 'human') {
    if (!auth.human)
      throw new AppError('forbidden', {
        message: 'Only an agent token may call this.',
        hint: 'In the dashboard the same thing is done under /api.',
      })
    return
  }
  if (auth.agent === false) throw new AppError('forbidden', peopleOnly)
  if (auth.agent !== 'any' && !actor.capabilities.includes(auth.agent)) {
    throw new AppError('forbidden', {
      message: `This agent token lacks the capability ${auth.agent}.`,
      hint: 'Ask a human for a token with that capability; a token cannot widen its own scope.',
    })
  }
}
