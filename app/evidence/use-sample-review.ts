import type { SubmittedEvidence } from '#shared/contract/submitted-evidence'
import { drawSamplePage, sampleTotal } from '~/evidence/sample-pictures'
import { fetchJson } from '~/ui/network/use-api'
import { sampleReview as text } from '~/text/inbox'

const REFERENCE = 'sample-review'
const DESKTOP = { width: 1280, height: 800 }
const PHONE = { width: 390, height: 844 }

/**
 * Opens the sample review. If it does not exist yet, creates it with the same API operations that agents use.
 * The review is in a separate project, so that the person can delete both together.
 */
export function useSampleReview() {
  const api = useApi()
  const { projects, create } = useProjects()
  const { currentRoute } = useRouter()

  async function send(projectId: string): Promise<SubmittedEvidence> {
    const form = new FormData()
    const fields = {
      projectId,
      externalRef: REFERENCE,
      reviewTitle: text.title,
    }
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    form.append('before', await drawSamplePage('checkout.png', { ...DESKTOP, fixed: false }))
    form.append('after', await drawSamplePage('checkout.png', { ...DESKTOP, fixed: true }))
    form.append('files', await drawSamplePage('checkout-on-a-phone.png', { ...PHONE, fixed: true }))
    return fetchJson<SubmittedEvidence>('/v1/evidence', { method: 'POST', body: form })
  }

  async function comment({ files }: SubmittedEvidence): Promise<void> {
    const [before, after] = files
    if (!before || !after) return
    const { threadId } = await api('POST /v1/artifacts/{id}/annotations', {
      params: { id: before.artifactId },
      body: {
        kind: 'rectangle',
        geometry: sampleTotal,
        body: text.comment,
        revisionId: before.revisionId,
      },
    })
    await api('POST /v1/threads/{id}/replies', {
      params: { id: threadId },
      body: { body: text.reply },
    })
    await api('POST /v1/threads/{id}/address', { params: { id: threadId } })
    await api('POST /v1/artifacts/{id}/annotations', {
      params: { id: after.artifactId },
      body: {
        kind: 'point',
        geometry: { x: 0.81, y: 0.54 },
        body: text.commentOnFix,
        revisionId: after.revisionId,
      },
    })
  }

  const { run, busy, failure } = useAction(async () => {
    const from = currentRoute.value.path
    const existing = projects.value.find(each => each.name === text.project)
    const projectId = existing?.id ?? (await create(text.project))
    const { reviews } = await api('GET /v1/reviews', {
      query: { project: projectId, externalRef: REFERENCE },
    })
    let [id] = reviews.map(each => each.id)
    if (!id) {
      const sent = await send(projectId)
      id = sent.review.id
      await comment(sent)
    }
    // The person may have gone to another page by now.
    if (currentRoute.value.path === from) await navigateTo(`/reviews/${id}`)
  })
  return { open: run, busy, failure }
}
