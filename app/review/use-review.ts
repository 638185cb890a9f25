import { ApiError } from '~/ui/use-api'
import type { Artifact, Revision } from '#shared/contract/artifact'
import type { Shape } from '#shared/contract/geometry'
import type { ThreadStatus } from '#shared/contract/review-status'
import type { Thread } from '#shared/contract/thread'
import { evidenceAsOf, groupEvidence } from '~/evidence/groups'
import type { LoadedReview, ReviewSource } from './review-source'

/** A note that is being written: where it points, before it is sent. */
export interface Draft {
  artifactId: string
  revisionId: string
  shape: Shape | null
  timestampMs: number | null
  /** Brought back from before: it does not take the keyboard. */
  restored?: boolean
}

const key = Symbol('review') as InjectionKey<ReturnType<typeof createReview>>

/** The state of one review page: what the server knows, what is selected, what is being written. */
export function provideReview(source: ReviewSource) {
  const review = createReview(source)
  provide(key, review)
  useArrivalToasts(review)
  return review
}

/** The review page's state, in its components. */
export function useReview() {
  const review = inject(key)
  if (!review) throw new Error('provideReview comes first')
  return review
}

function createReview({ id, load, events, canAnnotate }: ReviewSource) {
  // A failed look for news leaves what is shown; only what is gone goes.
  let known: LoadedReview | undefined
  /** What was read whole: a verdict of one's own moves the review on without that. */
  let readAt: string | undefined
  const { data, error, refresh, status } = useAsyncData(
    `review-${id}`,
    () =>
      load().then(
        loaded => {
          readAt = loaded.payload.review.updatedAt
          return loaded
        },
        (failure: unknown) => {
          if (failure instanceof ApiError && failure.status === 404) known = undefined
          throw failure
        },
      ),
    { lazy: true, deep: false, default: () => known },
  )
  watch(
    data,
    now => {
      known = now
    },
    { immediate: true },
  )

  const payload = computed(() => data.value?.payload)
  const threads = computed(() => data.value?.threads ?? [])
  const rounds = computed(() => payload.value?.rounds ?? [])
  const everything = computed(
    () => payload.value?.artifacts.filter(each => each.currentRevision?.completedAt) ?? [],
  )
  /** The round whose evidence is shown as it stood then; undefined: as it is. */
  const round = ref<number>()
  const groups = computed(() =>
    groupEvidence(
      round.value === undefined
        ? everything.value
        : evidenceAsOf(everything.value, rounds.value, round.value),
      rounds.value,
    ),
  )
  /** In the order of the filmstrip. */
  const artifacts = computed(() => groups.value.flatMap(([, members]) => members))

  const artifactId = ref<string>()
  /** The revision each piece of evidence was opened at: a newer one waits to be chosen. */
  const pinned = ref<Record<string, string>>({})
  const threadId = ref<string>()
  const hoveredId = ref<string>()
  /** Moves on each time a note is asked for, also when it is the selected one already. */
  const called = ref(0)
  const filter = ref<ThreadStatus>('open')
  const draft = shallowRef<Draft | null>(null)
  /** Notes that are being answered: they stay, whatever becomes of them meanwhile. */
  const answering = ref(new Set<string>())
  /** The selected note when somebody else has moved it on: it stays until another is chosen. */
  const movedId = ref<string>()
  /** Revisions that this page itself uploaded: no news to it. */
  const own = ref(new Set<string>())

  const { me } = useSession()
  const { seen, markSeen } = useReadState(id, () => payload.value?.seenItemIds, canAnnotate)
  /** Comments of others that the person has not seen. */
  const newComments = computed(
    () =>
      new Set(
        canAnnotate
          ? threads.value
              .flatMap(each => each.comments)
              .filter(each => each.author.id !== me.value?.user.id && !seen.value.has(each.id))
              .map(each => each.id)
          : [],
      ),
  )

  const artifact = computed(
    () => artifacts.value.find(each => each.id === artifactId.value) ?? artifacts.value[0],
  )
  const revisions = computed(() => artifact.value?.revisions.filter(each => each.completedAt !== null) ?? [])
  const revision = computed(
    () =>
      revisions.value.find(each => each.id === pinned.value[artifact.value?.id ?? '']) ??
      artifact.value?.currentRevision ??
      undefined,
  )
  const newer = computed(() =>
    revision.value &&
    artifact.value?.currentRevision &&
    artifact.value.currentRevision.index > revision.value.index
      ? artifact.value.currentRevision
      : undefined,
  )
  const numbers = computed(
    () =>
      new Map(
        threads.value
          .filter(each => each.artifactId !== null)
          .map((each, index) => [each.threadId, index + 1]),
      ),
  )
  /** Notes drawn on what is on the stage: never over another revision than their own. */
  const marks = computed(() =>
    threads.value.filter(
      each =>
        each.artifactId === artifact.value?.id &&
        each.revision === revision.value?.index &&
        (each.status !== 'resolved' || filter.value === 'resolved' || each.threadId === threadId.value),
    ),
  )
  const listed = computed(() =>
    threads.value.filter(
      each =>
        each.status === filter.value || answering.value.has(each.threadId) || movedId.value === each.threadId,
    ),
  )
  const counts = computed(() => {
    const of = (wanted: ThreadStatus) => threads.value.filter(each => each.status === wanted).length
    return { open: of('open'), addressed: of('addressed'), resolved: of('resolved') }
  })
  const openCounts = computed(() => {
    const byArtifact = new Map<string, number>()
    for (const each of threads.value)
      if (each.status === 'open' && each.artifactId)
        byArtifact.set(each.artifactId, (byArtifact.get(each.artifactId) ?? 0) + 1)
    return byArtifact
  })
  const thread = computed(() => threads.value.find(each => each.threadId === threadId.value))

  function openArtifact(wanted: Artifact | undefined, at?: Revision) {
    if (!wanted) return
    const shown = artifacts.value.find(each => each.id === wanted.id)
    // What came after the round that is shown ends it.
    if (!shown || (at && !shown.revisions.some(each => each.id === at.id))) round.value = undefined
    artifactId.value = wanted.id
    const opened = at ?? wanted.currentRevision
    if (opened && (at || !pinned.value[wanted.id])) pinned.value = { ...pinned.value, [wanted.id]: opened.id }
    draft.value = null
  }

  /** Goes on with a note on a spot that was left. */
  function resume(left: Draft) {
    const place = everything.value.find(each => each.id === left.artifactId)
    openArtifact(
      place,
      place?.revisions.find(each => each.id === left.revisionId),
    )
    draft.value = left
  }

  /** Selects a note and with it its evidence and revision. */
  function openThread(wanted: Thread | undefined) {
    threadId.value = wanted?.threadId
    called.value += 1
    if (!wanted) return
    filter.value = wanted.status
    const place = everything.value.find(each => each.id === wanted.artifactId)
    if (place)
      openArtifact(
        place,
        place.revisions.find(each => each.index === wanted.revision),
      )
  }

  /** Shows the evidence as it stood at a round, or as it is. */
  function showRound(number: number | undefined) {
    round.value = number
    pinned.value = {}
    const stays = artifact.value
    if (stays?.currentRevision) openArtifact(stays, stays.currentRevision)
  }

  /** Restores what an address points at: `#art_…` or `#thr_…`. */
  function openHash(hash: string) {
    const target = hash.replace(/^#/, '')
    const named = threads.value.find(each => each.threadId === target)
    if (named) return openThread(named)
    openArtifact(everything.value.find(each => each.id === target) ?? artifacts.value[0])
  }

  watch([filter, threadId], () => {
    movedId.value = undefined
  })

  const { live } = useReviewLive(
    () => {
      const since = readAt ?? payload.value?.review.updatedAt
      return since ? `${events}?since=${since}` : events
    },
    async () => {
      const read = thread.value
      await refresh()
      if (read && thread.value?.threadId === read.threadId && thread.value.status !== read.status)
        movedId.value = read.threadId
    },
  )

  return {
    id,
    canAnnotate,
    payload,
    threads,
    error,
    refresh,
    status,
    groups,
    rounds,
    round,
    everything,
    artifacts,
    artifact,
    revisions,
    revision,
    newer,
    numbers,
    marks,
    listed,
    counts,
    openCounts,
    thread,
    threadId,
    called,
    hoveredId,
    filter,
    draft,
    seen,
    newComments,
    answering,
    own,
    live,
    openArtifact,
    openThread,
    resume,
    showRound,
    openHash,
    markSeen,
    ...useReviewChanges({ id, data, threadId, filter, draft }),
  }
}
