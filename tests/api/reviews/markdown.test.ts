import { describe, expect, it } from 'vitest'
import type { ReviewPayload } from '#shared/contract/review'
import { newReview } from '../../support/reviews/review'
import { revise, upload } from '../../support/reviews/uploads'
import { pngImage } from '../../support/media/samples'
import { sharedFixture } from '../../support/server/fixture'

const { agent, projectId } = await sharedFixture()
const png = await pngImage(320, 200)

describe('the Markdown of a review', () => {
  it('the Markdown of a review ends with a link to annotate, and can be read as JSON and text', async () => {
    const reviewId = await newReview(agent, projectId, 'Titles *with* [markup] @reviewer')
    await upload(agent, reviewId, png)
    const { body } = await agent<{ url: string; markdown: string }>('GET', `/v1/reviews/${reviewId}/markdown`)
    expect(body.markdown.endsWith(`[Annotate and comment](${body.url})`)).toBe(true)
    expect(body.markdown).toContain('Titles \\*with\\* \\[markup\\] @\u200Breviewer')
    const text = await agent<string>('GET', `/v1/reviews/${reviewId}/markdown?format=text`)
    expect(text.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
    expect(text.body).toBe(body.markdown)
  })

  it('the Markdown of a review shows a revision with `isBefore` next to the newest revision', async () => {
    const reviewId = await newReview(agent, projectId)
    const { artifactId } = await upload(agent, reviewId, png, { title: 'Cart', isBefore: true })
    const read = async () => (await agent<ReviewPayload>('GET', `/v1/reviews/${reviewId}`)).body
    expect((await read()).markdown).not.toContain('Before')
    await revise(agent, artifactId, await pngImage(320, 100))
    const { artifacts, markdown } = await read()
    const [before, after] = artifacts[0]?.revisions ?? []
    expect([before?.isBefore, after?.isBefore]).toEqual([true, false])
    const url = artifacts[0]?.url
    const table =
      `| Before | After |\n|---|---|\n` +
      `| [![Cart, before](${before?.embedUrl})](${url}) | [![Cart](${after?.embedUrl})](${url}) |`
    expect(artifacts[0]?.markdown).toBe(table)
    expect(markdown).toContain(`**Cart**\n\n${table}\n\n`)
    expect((await agent<string>('GET', `/v1/reviews/${reviewId}/markdown?format=text`)).body).toBe(markdown)
    // A later revision can also show the state before the change.
    await revise(agent, artifactId, await pngImage(320, 90), { isBefore: true })
    await revise(agent, artifactId, await pngImage(320, 80))
    const later = (await read()).artifacts[0]
    expect(later?.markdown).toContain(`[![Cart, before](${later?.revisions[2]?.embedUrl})]`)
  })
})
