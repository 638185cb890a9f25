import { and, eq, gt, isNull, or } from 'drizzle-orm'
import { AppError } from '#shared/errors'
import { may } from '#shared/permissions'
import type { AnonymousActor } from '~~/server/access/actor'
import type { LoadedReview } from '~~/server/access/loaders'
import { sha256 } from '~~/server/secrets/secrets'
import { isUnlocked } from '~~/server/access/share-cookies'
import { assertWorkspaceActive } from '~~/server/access/suspension'
import { db, type Db } from '~~/server/db'
import { selectShareLinks } from '~~/server/db/joins'
import { prepared } from '~~/server/db/prepared'
import { shareLink } from '~~/server/db/schema'
import { settings } from '~~/server/settings'

/** A share link with its review. */
export type Share = LoadedReview & { shareLink: typeof shareLink.$inferSelect }

/**
 * The actions that visitors of a share link may request. The link must allow the action. Only `look` is
 * always allowed.
 */
type VisitorAction = 'look' | 'commentAsGuest' | 'downloadShared'

const validLink = prepared({ hash: shareLink.hash, now: shareLink.expiresAt }, (executor, { hash, now }) =>
  selectShareLinks(executor).where(
    and(
      eq(shareLink.hash, hash),
      isNull(shareLink.revokedAt),
      or(isNull(shareLink.expiresAt), gt(shareLink.expiresAt, now)),
    ),
  ),
)

/**
 * Returns a share link with its review, for an action of a visitor. Throws the same `not_found` for unknown,
 * revoked and expired links, `suspended` if the workspace is suspended, `password_required` if the visitor
 * has not entered the password, and `forbidden` if the link does not allow the action. Every operation of
 * visitors calls this function. Operations that write pass their transaction as `executor`.
 */
export async function openShare(
  { cookies }: AnonymousActor,
  token: string,
  action: VisitorAction,
  executor: Db = db,
): Promise<Share> {
  const share = await findShare(token, executor)
  const { shareLink: link } = share
  if (!isUnlocked(link, cookies))
    throw new AppError('password_required', { message: 'This link has a password.' })
  if (action !== 'look' && !may({ type: 'visitor', ...link }, action))
    throw new AppError('forbidden', {
      message:
        action === 'commentAsGuest'
          ? 'This link does not allow comments.'
          : 'This link does not allow downloads.',
      hint: 'Ask the person who shared it.',
    })
  return share
}

/**
 * Returns a share link without checking whether the visitor has entered its password. The link allows no
 * comments if the operator has turned off comments of guests. Throws `not_found` for unknown, revoked and
 * expired links, and `suspended` if the workspace is suspended.
 */
export async function findShare(token: string, executor: Db = db): Promise<Share> {
  const [row] = await validLink(executor, { hash: sha256(token), now: Date.now() })
  if (!row)
    throw new AppError('not_found', {
      message: 'Share link not found.',
      hint: 'The link may have been revoked or have expired. Ask the person who shared it.',
    })
  assertWorkspaceActive(row.workspace)
  if (settings().turnedOff.includes('guestComments')) row.shareLink.allowComments = false
  return row
}
