import type { Artifact } from '#shared/contract/artifact'
import type { Round } from '#shared/contract/review'
import type { ThreadStatus } from '#shared/contract/review-status'
import type { Thread } from '#shared/contract/thread'
import { BASELINE, groupEvidence, roundName, roundsOf } from '~/review-state/evidence-groups'
import { findByWords } from '~/ui/lists/find-by-words'
import { text } from '~/text/thread'

/** The ways to group a review's threads. */
export const groupings = ['evidence', 'round', 'none'] as const
export type Grouping = (typeof groupings)[number]

/**
 * A row of the conversation: a heading or a thread. `underTitle`: whether the heading above the thread
 * contains the title of the thread's artifact.
 */
export type ThreadRow =
  | { key: string; title: string; count: number }
  | { key: string; thread: Thread; underTitle: boolean }

/** The evidence that threads are grouped by. */
interface Evidence {
  artifacts: Artifact[]
  rounds: Round[]
  /**
   * Returns the number of threads on some artifacts, or in the whole review without `artifactIds`. This
   * function is given only until all threads are loaded, because until then the page cannot count them
   * itself.
   */
  countOf?: (artifactIds?: ReadonlySet<string>) => number
  /**
   * Returns the status by which a thread is placed, if this is not its own status: a thread in which the
   * person is writing keeps the place that it had when the writing began.
   */
  placedAs?: (thread: Thread) => ThreadStatus | undefined
}

/**
 * Returns the threads in which every typed word occurs: in a comment, in an author's name, or in the title or
 * route of the artifact.
 */
export const findThreads = (threads: Thread[], typed: string): Thread[] =>
  findByWords(threads, typed, thread =>
    [
      thread.artifact?.title,
      thread.artifact?.route,
      ...thread.comments.flatMap(each => [each.author.name, each.body]),
    ].join(' '),
  )

/**
 * Returns the rows of the conversation. Grouped by evidence, they have the order of the filmstrip. Grouped by
 * round, threads are under the round of their revision, newest round first. Threads on the whole review come
 * last. Under each heading, addressed threads come first, then the oldest.
 */
export function threadRows(threads: Thread[], by: Grouping, evidence: Evidence): ThreadRow[] {
  const row = (thread: Thread) => ({ key: thread.threadId, thread, underTitle: by === 'evidence' })
  const toCheckFirst = (some: Thread[]) => {
    const isFirst = (each: Thread) => (evidence.placedAs?.(each) ?? each.status) === 'addressed'
    return some.toSorted((a, b) => Number(isFirst(b)) - Number(isFirst(a)))
  }
  if (by === 'none')
    return [false, true]
      .flatMap(ofReview => toCheckFirst(threads.filter(each => (each.artifactId === null) === ofReview)))
      .map(row)
  const groups = by === 'evidence' ? byEvidence(threads, evidence) : byRound(threads, evidence)
  const placed = new Set(groups.flatMap(each => each.threads))
  const [other = [], whole = []] = [false, true].map(ofReview =>
    threads.filter(each => !placed.has(each) && (each.artifactId === null) === ofReview),
  )
  const { artifacts, countOf } = evidence
  const ofArtifacts = new Set(artifacts.map(each => each.id))
  const wholeCount = countOf && countOf() - countOf(ofArtifacts)
  const rest: Group[] = [
    { key: 'other', title: text.headings.otherEvidence, threads: other },
    { key: 'whole', title: text.headings.wholeReview, threads: whole, count: wholeCount },
  ]
  return [...groups, ...rest]
    .filter(each => each.threads.length > 0)
    .flatMap(({ key, title, threads, count = threads.length }) => [
      { key: `heading-${key}`, title, count },
      ...toCheckFirst(threads).map(row),
    ])
}

/**
 * The threads under a heading. `count`: the total number of these threads, also those not loaded; undefined
 * if all are loaded.
 */
interface Group {
  key: string
  title: string
  threads: Thread[]
  count?: number
}

function byEvidence(threads: Thread[], { artifacts, rounds, countOf }: Evidence): Group[] {
  const of = Map.groupBy(threads, each => each.artifactId)
  return groupEvidence(artifacts, rounds)
    .flatMap(([, members]) => members)
    .map(({ id, title }) => ({
      key: id,
      title,
      threads: of.get(id) ?? [],
      count: countOf?.(new Set([id])),
    }))
}

function byRound(threads: Thread[], { artifacts, rounds }: Evidence): Group[] {
  const numberOf = ({ artifactId, revision }: Thread) => {
    const pinned = artifacts
      .find(each => each.id === artifactId)
      ?.revisions.find(each => each.index === revision)
    return rounds.find(each => each.id === pinned?.roundId)?.number ?? BASELINE
  }
  const of = Map.groupBy(
    threads.filter(each => each.artifactId !== null),
    numberOf,
  )
  return roundsOf(artifacts, rounds).map(({ number, summary }) => ({
    key: String(number),
    title: roundName(number, summary),
    threads: of.get(number) ?? [],
  }))
}

/**
 * Returns threads grouped by artifact. Within an artifact, threads without a video time come first, in their
 * previous order; then come the others, sorted by video time.
 */
export const byMoment = (threads: readonly Thread[]): Thread[] =>
  [...Map.groupBy(threads, each => each.artifactId).values()].flatMap(each =>
    each.toSorted((a, b) => (a.timestampMs ?? -1) - (b.timestampMs ?? -1)),
  )
