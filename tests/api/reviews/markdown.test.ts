import { describe, expect, it } from 'vitest'
import { newReview, upload } from '../../support/client'
import { picture } from '../../support/samples'
import { sharedFixture } from '../../support/fixture'

const { agent, projectId } = await sharedFixture()
const png = await picture(320, 200).png().toBuffer()

describe('the agent loop', () => {
  it('ends the Markdown of a review with a link to annotate, as JSON and as text', async () => {
    const reviewId = await newReview(agent, projectId, 'Titles *with* [markup] @somebody')
    await upload(agent, reviewId, png)
    const { body } = await agent<{ url: string; markdown: string }>('GET', `/v1/reviews/${reviewId}/markdown`)
    expect(body.markdown.endsWith(`[Annotate and comment](${body.url})`)).toBe(true)
    expect(body.markdown).toContain('Titles \\*with\\* \\[markup\\] @\u200Bsomebody')
    const text = await agent<string>('GET', `/v1/reviews/${reviewId}/markdown?format=text`)
    expect(text.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
    expect(text.body).toBe(body.markdown)
  })
})
