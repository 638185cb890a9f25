import type { ReviewStatus } from '#shared/contract/review-status'

/** What the keyboard does on the review page, with failures told. */
export function useReviewActions(review: ReturnType<typeof provideReview>, help: () => void) {
  const toast = useToast()
  const { canAnnotate, artifacts, artifact, revisions, revision, thread, openArtifact, setThread, decide } = review

  async function told(what: string, action: () => Promise<unknown>) {
    try {
      await action()
    } catch (error) {
      toast.add({ title: what, description: (error as Error).message, color: 'error' })
    }
  }

  const beside = <T>(list: T[], current: T | undefined, by: number) => list[list.indexOf(current as T) + by]
  const verdict = (status: ReviewStatus) => told('The verdict was not saved', () => decide(status))

  useKeys({
    'ArrowDown': (event) => { event.preventDefault(); openArtifact(beside(artifacts.value, artifact.value, 1)) },
    'ArrowUp': (event) => { event.preventDefault(); openArtifact(beside(artifacts.value, artifact.value, -1)) },
    '[': () => { const to = beside(revisions.value, revision.value, -1); if (to) openArtifact(artifact.value, to) },
    ']': () => { const to = beside(revisions.value, revision.value, 1); if (to) openArtifact(artifact.value, to) },
    '?': help,
    ...(canAnnotate && {
      e: () => { const of = thread.value; if (of) void told('The note was not changed', () => setThread(of, of.status === 'resolved' ? 'open' : 'resolved')) },
      y: () => void verdict('verified'),
      n: () => void verdict('changes_requested'),
      c: (event: KeyboardEvent) => { event.preventDefault(); document.querySelector<HTMLTextAreaElement>('[data-composer]')?.focus() },
      gi: () => void navigateTo('/'),
    }),
  })
}
