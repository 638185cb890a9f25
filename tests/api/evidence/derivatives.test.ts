import { readdir } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { newReview, upload } from '../../support/client'
import { picture } from '../../support/samples'
import { sharedFixture } from '../../support/fixture'

const { server, agent, projectId } = await sharedFixture()

describe('a lost derivative', () => {
  it('is made again from the original when it is asked for, once', async () => {
    const done = await upload(
      agent,
      await newReview(agent, projectId),
      await picture(50, 40).png().toBuffer(),
    )
    const before = Buffer.from(await (await fetch(done.embedUrl ?? '')).arrayBuffer())
    const { rm } = await import('node:fs/promises')
    await rm(`${server.dataDir}/blobs/embeds/${done.revisionId}`, { recursive: true })
    const answers = await Promise.all(Array.from({ length: 8 }, () => fetch(done.embedUrl ?? '')))
    expect(answers.map(each => each.status)).toEqual(Array.from({ length: 8 }, () => 200))
    expect(Buffer.from(await (answers[0] as Response).arrayBuffer()).equals(before)).toBe(true)
    expect(await readdir(`${server.dataDir}/blobs/embeds/${done.revisionId}`)).toHaveLength(1)
  })
})
