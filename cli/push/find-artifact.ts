import { requireId } from '../change/review'
import { Failure, usageFailure } from '../failure'
import type { Evidence } from './evidence'
import type { Artifact } from './planned-file'

/**
 * Returns the artifact that has the same kind and title as a file; null if there is none. Throws a usage
 * failure if several artifacts have this title.
 */
export function findByTitle(artifacts: Artifact[], { kind, title }: Evidence): Artifact | null {
  const [found, ...others] = artifacts.filter(each => each.title === title && each.kind === kind)
  if (found && others.length > 0)
    throw usageFailure(
      `The review has several ${kind}s with the title "${title}".`,
      `Choose one with --revise: ${[found, ...others].map(each => each.id).join(', ')}.`,
    )
  return found ?? null
}

/**
 * Returns the artifact that a file revises. `revise` is the id or URL of the artifact. Throws if the artifact
 * does not exist, or if its kind (image or video) differs from the kind of the file.
 */
export function findNamed(
  artifacts: Artifact[],
  reviewId: string,
  { name, kind }: Evidence,
  named: string,
): Artifact {
  const id = requireId(named, 'artifact')
  const found = artifacts.find(each => each.id === id)
  if (!found)
    throw new Failure(
      'not_found',
      `The review ${reviewId} has no artifact ${id}.`,
      'Check the id, or name its review with --review.',
    )
  if (found.kind === kind) return found
  throw usageFailure(
    `"${name}" is ${kind === 'image' ? 'an image' : 'a video'}, but "${found.title}" is not.`,
    'Leave --revise out to add the file as new evidence.',
  )
}
