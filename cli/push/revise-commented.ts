import { onOneLine } from '#shared/text/printable'
import { idIn } from '../change/review'
import { usageFailure } from '../failure'
import { programName } from '../package-info'
import type { Session } from '../account/session'
import type { ExistingThread } from '../thread/replies'
import type { Subject } from './find-evidence'
import type { Artifact } from './planned-file'

/** The options of a push that decide which artifacts its files revise. */
interface Naming {
  revise?: string
  title?: string
}

/**
 * Returns the artifact that the only file revises: see {@link reviseCommented}. Prints a note if the title of
 * the file differs from the title of the artifact. Reads the review only if a thread is on an artifact.
 */
export async function chooseRevised(
  { api, output }: Session,
  options: Naming,
  subjects: Subject[],
  threads: ExistingThread[],
): Promise<string | undefined> {
  const [commented] = threads.filter(each => each.artifactId !== null)
  if (!commented) return options.revise
  const { artifacts } = await api.call('GET /v1/reviews/{id}', { params: { id: commented.reviewId } })
  const revise = reviseCommented(subjects, artifacts, threads, options)
  const artifact = artifacts.find(each => each.id === revise)
  const [subject] = subjects
  if (options.revise === undefined && artifact && subject && artifact.title !== subject.evidence.title)
    output.note(
      `${subject.evidence.name} becomes a revision of "${onOneLine(artifact.title)}", which has the comment.`,
    )
  return revise
}

/**
 * Returns the artifact that the only file or pair revises. A single file without `--title` and `--revise`
 * revises the artifact of the threads to address, unless its title is the title of another artifact. In all
 * other cases, returns `revise`. Throws a usage failure if a thread to address is on an artifact that no file
 * revises.
 */
function reviseCommented(
  subjects: Subject[],
  artifacts: Artifact[],
  threads: ExistingThread[],
  { revise, title }: Naming,
): string | undefined {
  const commented = artifacts.filter(({ id }) => threads.some(each => each.artifactId === id))
  const [subject] = subjects
  const [only] = commented
  const targets = new Set(subjects.flatMap(each => targetsOf(each, artifacts, revise)))
  const unrevised = commented.filter(each => !targets.has(each))
  if (!subject || !only) return revise
  const isOneOfEach = subjects.length === 1 && commented.length === 1
  if (unrevised.length === 0) return isOneOfEach ? only.id : revise
  const isNamed = title !== undefined || revise !== undefined || targets.size > 0
  if (isOneOfEach && !isNamed && subject.before === null && subject.evidence.kind === only.kind)
    return only.id
  throw notRevised(subjects, unrevised, threads)
}

/**
 * Returns the artifacts that a file or pair may revise: the artifact of `--revise`, else the artifacts with
 * the same title.
 */
const targetsOf = ({ evidence: { kind, title } }: Subject, artifacts: Artifact[], revise?: string) =>
  artifacts.filter(each =>
    revise === undefined ? each.title === title && each.kind === kind : each.id === idIn(revise, 'artifact'),
  )

function notRevised(subjects: Subject[], unrevised: Artifact[], threads: ExistingThread[]) {
  const places = unrevised.map(({ id, title, kind }) => {
    const threadIds = threads.filter(each => each.artifactId === id).map(each => each.threadId)
    const name = title.replace(/\s+/g, ' ')
    return { id, kind, threadIds, label: `"${name}", which ${threadIds.join(' and ')} is on` }
  })
  const [subject, another] = subjects
  const file = another ? 'None of the files revises' : `"${subject?.evidence.name}" does not revise`
  const message = `${file} ${places.map(each => each.label).join(', or ')}.`
  const commands = places
    .flatMap(each => each.threadIds)
    .map(each => `"${programName()} address ${each}"`)
    .join(' and ')
  const alone = `push without --address and run ${commands}.`
  const [place] = places
  if (places.length === 1 && !another && place)
    return usageFailure(
      message,
      place.kind === subject?.evidence.kind
        ? `Nothing was sent. Use --revise ${place.id} if it shows that change, else ${alone}`
        : `Nothing was sent. Push a new ${place.kind} with --revise ${place.id}, else ${alone}`,
    )
  const options = places.map(
    ({ id, threadIds }) =>
      `--revise ${id} ${threadIds.map(each => `--address ${each}="what changed"`).join(' ')}`,
  )
  return usageFailure(
    message,
    `Nothing was sent. Push the file of each by itself, with ${options.join(', then ')}. Else ${alone}`,
  )
}
