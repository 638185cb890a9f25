import { eq } from 'drizzle-orm'
import { idPattern } from '#shared/ids'
import type { Db } from '~~/server/db'
import { selectProjects, selectReviews } from '~~/server/db/joins'
import { project, review } from '~~/server/db/schema'

/**
 * The review or project that a person requests access to, together with its workspace. For a project,
 * `review` is undefined.
 */
export type Subject = NonNullable<Awaited<ReturnType<typeof findSubject>>>

/**
 * Returns the review or project with an id, of any workspace. Unlike the loaders it checks no access, since
 * access is what the person requests.
 */
export async function findSubject(tx: Db, id: string) {
  if (!idPattern('review').test(id)) {
    const [row] = await selectProjects(tx).where(eq(project.id, id))
    return row && { review: undefined, ...row }
  }
  const [row] = await selectReviews(tx).where(eq(review.id, id))
  return row
}

export const titleOf = ({ review, project }: Subject): string => review?.title ?? project.name
