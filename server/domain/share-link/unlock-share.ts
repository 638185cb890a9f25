import type { Input } from '#shared/contract'
import { AppError } from '#shared/errors'
import type { AnonymousActor } from '~~/server/access/actor'
import { passwords } from '~~/server/sign-in/passwords'
import { consumeRateLimit, restoreRateLimit } from '~~/server/limits/rate-limit'
import { unlockCookie } from '~~/server/access/share-cookies'
import { findShare } from './open-share'

/**
 * Checks the password of a share link, and sets the cookie with which the visitor's browser can open the
 * link. Throws `password_required` for a wrong password. The number of wrong passwords for a link is limited
 * twice: per IP address, so that a person who guesses passwords does not lock out other visitors, and for all
 * IP addresses together.
 */
export async function unlockShare(
  { cookies, address = '' }: AnonymousActor,
  input: Input<'unlockShare'>,
): Promise<undefined> {
  const { shareLink: link } = await findShare(input.token)
  const { id, passwordHash: hash } = link
  if (hash === null) return
  const guesses = `${id} ${address}`
  // An attempt is counted before the comparison, so that concurrent guesses get no more attempts than
  // consecutive ones.
  await consumeRateLimit('wrongSharePassword', guesses)
  await consumeRateLimit('wrongPasswordOfLink', id)
  if (!(await passwords.verify({ hash, password: input.password })))
    throw new AppError('password_required', {
      message: 'This is not the password of this link.',
      hint: 'Ask the person who shared it for the password.',
      field: 'password',
    })
  await restoreRateLimit('wrongSharePassword', guesses)
  await restoreRateLimit('wrongPasswordOfLink', id)
  cookies?.set('unlock', unlockCookie(link))
}
