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
 * Returns the review or project with the given id, in any workspace. Does not check whether the person may
 * read the subject, because this function is used for people who request access to it.
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
