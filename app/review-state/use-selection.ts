import { evidenceAsOf, groupEvidence } from '~/review-state/evidence-groups'
import { openedRevision } from '~/review-state/fix-revisions'
import { pageStore } from '~/ui/page/page-store'
import type { DraftStore } from '~/review-state/use-draft'
import type { Artifact, Revision } from '#shared/contract/artifact'
import type { Thread } from '#shared/contract/thread'
import type { ComputedRef, Ref } from 'vue'
import type { ReviewSource } from './use-review-source'
import type { ThreadSelection } from './use-thread-selection'

/** The chosen round, artifact and revision of a review page. */
export interface Selection {
  /** The round whose evidence is shown; undefined for the latest evidence. */
  readonly round: Readonly<Ref<number | undefined>>
  /** The artifacts of the round, grouped under the headings of the filmstrip. */
  readonly groups: ComputedRef<[title: string, members: Artifact[]][]>
  /** The artifacts of the round, in the order of the filmstrip. */
  readonly artifacts: ComputedRef<Artifact[]>
  /**
   * The artifact on the stage. After it was deleted, this is the next artifact; undefined if there is no
   * evidence.
   */
  readonly artifact: ComputedRef<Artifact | undefined>
  /** The completed revisions of the artifact, oldest first. */
  readonly revisions: ComputedRef<Revision[]>
  /**
   * The revision on the stage. It changes only when a person chooses another revision, not when a newer one
   * arrives.
   */
  readonly revision: ComputedRef<Revision | undefined>
  /** The latest revision of the artifact, even while an older round is shown. */
  readonly latestRevision: ComputedRef<Revision | undefined>
  /** The latest revision of the artifact, if the stage shows an older revision; else undefined. */
  readonly newerRevision: ComputedRef<Revision | undefined>
  /**
   * The newer revision, if it arrived after the page was opened and has not been shown yet; else undefined.
   */
  readonly arrivedRevision: ComputedRef<Revision | undefined>
  /**
   * Shows a revision of an artifact. Without `at`, shows the revision that was shown last for this artifact.
   * Closes the form of a draft, and deselects a thread that is on another artifact.
   */
  openArtifact: (target: Artifact | undefined, at?: Revision) => void
  /**
   * Selects a thread and shows its artifact, and the list of threads with its status. `at`: the revision to
   * show; by default the revision of the comment, or the latest revision if it shows how the comment was
   * fixed. Without a thread, clears the selection.
   */
  openThread: (target: Thread | undefined, at?: Revision) => void
  /** Shows the evidence as it was at a round; undefined shows the latest evidence. */
  showRound: (number: number | undefined) => void
}

const store = pageStore<Selection>('selection')

/** The evidence, revision and comment that the person selected on the page. */
export function useSelection(): Selection {
  return store.use()
}

/** Shares the selection of the page with its components. */
export function provideSelection(
  source: ReviewSource,
  threadSelection: ThreadSelection,
  draft: DraftStore,
): Selection {
  return store.provide(createSelection(source, threadSelection, draft))
}

function createSelection(
  { rounds, completedArtifacts }: ReviewSource,
  { thread, threadId, select }: ThreadSelection,
  { close: closeDraft }: DraftStore,
): Selection {
  const round = ref<number>()
  const groups = computed(() =>
    groupEvidence(
      round.value === undefined
        ? completedArtifacts.value
        : evidenceAsOf(completedArtifacts.value, rounds.value, round.value),
      rounds.value,
    ),
  )
  const artifacts = computed(() => groups.value.flatMap(([, members]) => members))

  const artifactId = ref<string>()
  /** For each artifact, the id of the revision that was shown last. */
  const openedRevisions = ref<Record<string, string>>({})
  const artifact = computed(
    () => artifacts.value.find(each => each.id === artifactId.value) ?? artifacts.value[0],
  )
  // If the artifact on the stage is deleted, shows the next artifact instead, and not the first one. An
  // artifact that is shown without being opened, such as the first upload to an empty review, stays on the
  // stage until the person opens another one.
  watch(
    artifacts,
    (now, before) => {
      const index = before.findIndex(each => each.id === artifactId.value)
      if (artifactId.value === undefined) artifactId.value = now[0]?.id
      else if (index >= 0 && !completedArtifacts.value.some(each => each.id === artifactId.value))
        artifactId.value = now[Math.min(index, now.length - 1)]?.id
      if (artifact.value) rememberRevision(artifact.value)
    },
    { flush: 'sync' },
  )
  /**
   * Stores the revision to show when an artifact is opened again: the given revision, else the one that is
   * stored already, else the latest one.
   */
  function rememberRevision({ id, currentRevision }: Artifact, at?: Revision) {
    const opened = at ?? currentRevision
    if (opened && (at || !openedRevisions.value[id]))
      openedRevisions.value = { ...openedRevisions.value, [id]: opened.id }
  }
  const revisions = computed(() => artifact.value?.revisions.filter(each => each.completedAt !== null) ?? [])
  const latest = computed(() => artifact.value?.currentRevision ?? undefined)
  const revision = computed(
    () =>
      revisions.value.find(each => each.id === openedRevisions.value[artifact.value?.id ?? '']) ??
      latest.value,
  )

  const findCompleted = (id: string | null) => completedArtifacts.value.find(each => each.id === id)

  const latestRevision = computed(
    () => findCompleted(artifact.value?.id ?? null)?.currentRevision ?? undefined,
  )

  const newerRevision = computed(() =>
    revision.value && latestRevision.value && latestRevision.value.index > revision.value.index
      ? latestRevision.value
      : undefined,
  )
  const known = followKnown(completedArtifacts, revision)

  function openArtifact(target: Artifact | undefined, at?: Revision) {
    if (!target) return
    const shown = artifacts.value.find(each => each.id === target.id)
    // Shows the latest evidence if the chosen round does not contain the artifact or the revision.
    if (!shown || (at && !shown.revisions.some(each => each.id === at.id))) round.value = undefined
    // The revision is set before the artifact, so that the stage shows no other revision in between.
    rememberRevision(target, at)
    artifactId.value = target.id
    if (thread.value?.artifactId !== target.id) threadId.value = undefined
    closeDraft()
  }

  function openThread(target: Thread | undefined, at?: Revision) {
    select(target)
    if (!target) return
    // Searches the artifacts of the shown round first: in an earlier round, a fix is shown as of that round.
    const place = openedRevision(target, artifacts.value) ?? openedRevision(target, completedArtifacts.value)
    openArtifact(findCompleted(target.artifactId), at ?? place)
  }

  return {
    round,
    groups,
    artifacts,
    artifact,
    revisions,
    revision,
    latestRevision,
    newerRevision,
    arrivedRevision: computed(() =>
      newerRevision.value && !known.value?.has(newerRevision.value.id) ? newerRevision.value : undefined,
    ),
    openArtifact,
    openThread,
    showRound(number) {
      round.value = number
      openedRevisions.value = {}
      if (latest.value) openArtifact(artifact.value, latest.value)
    },
  }
}

/**
 * Follows the ids of the revisions that are not new: revisions of the first load, and revisions shown since
 * then. Undefined before the first load.
 */
function followKnown(artifacts: Readonly<Ref<Artifact[]>>, shown: Readonly<Ref<Revision | undefined>>) {
  const known = shallowRef<ReadonlySet<string>>()
  watch(
    [artifacts, shown],
    ([loaded, revision]) => {
      if (known.value === undefined && loaded.length > 0)
        known.value = new Set(loaded.flatMap(each => each.revisions.map(({ id }) => id)))
      else if (revision && known.value?.has(revision.id) === false)
        known.value = new Set([...known.value, revision.id])
    },
    { immediate: true, flush: 'sync' },
  )
  return known
}
