import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { newFolder } from '../../support/cli/cli'
import { callTool, connectMcp, protocolEras } from '../../support/cli/mcp'
import { pngImage } from '../../support/media/samples'
import { threadsOf } from '../../support/reviews/review'
import { sharedFixture } from '../../support/server/fixture'

const { server, person, agent, projectId } = await sharedFixture()

describe.each(protocolEras)('an agent with MCP and a shell (%s protocol)', era => {
  it('an agent gets from no review to a verified review in seven steps over MCP', async () => {
    const client = await connectMcp(server, await person.token(), era)
    const cwd = await newFolder('mcp-loop')
    const picture = (width: number) => pngImage(width, 48)
    await writeFile(join(cwd, 'cart, before.png'), await picture(60))
    await writeFile(join(cwd, 'cart.png'), await picture(62))
    await writeFile(join(cwd, 'menu.png'), await picture(64))
    const read: string[] = []
    const call = async (name: string, args: Record<string, unknown>) => {
      const { data, isError } = await callTool(client, name, args)
      expect([name, isError, data]).toEqual([name, false, data])
      read.push(JSON.stringify(data))
      return data
    }
    const shell = async (command: unknown) => {
      const { stdout, stderr } = await promisify(execFile)('sh', ['-c', String(command)], { cwd })
      expect(stderr).toBe('')
      read.push(stdout)
      return stdout
    }

    // Steps 1 and 2: send a before and after pair, and another picture.
    const files = [{ path: 'cart, before.png', isBefore: true }, { path: 'cart.png' }, { path: 'menu.png' }]
    const sending = await call('send_evidence', { files, externalRef: `loop-${era}`, projectId })
    const sent = await shell(sending.command)
    const reviewId = /rev_\w+/.exec(sent)?.[0] ?? ''
    const since = /since "(\d+)"/.exec(sent)?.[1]
    expect(sent).toContain(`${server.url}/reviews/${reviewId}`)
    expect(sent).toMatch(/- "Cart": revised, revision 2 of art_\w+\n- "Menu": created, revision 1 of art_/)
    expect(sent).toMatch(/\n\| Before \| After \|\n[\s\S]*Next \(wait_for_person\): /)

    // Step 3: a person comments while the agent waits.
    const [artifactId] = /art_\w+/.exec(sent) ?? []
    const waiting = call('wait_for_feedback', { reviewId, since, gather: 0 })
    const geometry = { x: 0.1, y: 0.1, width: 0.5, height: 0.5 }
    const comment = { kind: 'rectangle', geometry, body: 'Too\u202e wide.\u0007' }
    await person.call('POST', `/v1/artifacts/${artifactId}/annotations`, comment)
    const news = await waiting
    const [thread] = news.threads as { threadId: string; comment: string }[]
    expect(thread?.comment).toBe('Too wide.')
    expect(news.next).toMatch(/^There is 1 open comment\. Change the work, .* Call view_mark with /)
    expect(news.nextAction).toEqual({ action: 'apply_feedback' })

    // Step 4: the agent looks at the mark.
    const { content } = await client.callTool({
      name: 'view_mark',
      arguments: { threadIds: [thread?.threadId] },
    })
    expect(content.map(({ type }) => type)).toContain('image')

    // Steps 5 and 6: send the changed picture with the answer.
    await writeFile(join(cwd, 'cart.png'), await picture(80))
    const answers = { [thread?.threadId ?? '']: "It's 'narrow' now: $5 \"off\"." }
    const revision = { reviewId, files: [{ path: 'cart.png' }], answers, summary: 'Narrower.' }
    const revised = await shell((await call('send_evidence', revision)).command)
    expect(revised).toContain(`- "Cart": revised, revision 3 of ${artifactId}\n`)
    expect(revised).toContain(`- ${thread?.threadId} is addressed\n`)
    expect(revised).toContain('Replace it in the pull request: GET ')

    // Step 7: a person verifies the review while the agent waits.
    const revisedAt = /since "(\d+)"/.exec(revised)?.[1]
    const deciding = call('wait_for_feedback', { reviewId, since: revisedAt, gather: 0 })
    await person.call('POST', `/api/reviews/${reviewId}/status`, { status: 'verified' })
    const decided = await deciding
    expect(decided).toMatchObject({ status: 'verified', nextAction: { action: 'done' } })
    expect(decided.next).toBe('A person verified the review. Nothing is left to do.')

    const [{ status, comments } = { status: '', comments: [] }] = await threadsOf(agent, reviewId)
    expect([status, comments.at(-1)?.body]).toEqual(['addressed', answers[thread?.threadId ?? '']])
    // English text and JSON have about four characters per token.
    expect(read.join('').length / 4).toBeLessThanOrEqual(2500)

    // After the verdict, a comment that the agent has answered is not repeated.
    await person.call('POST', `/v1/threads/${thread?.threadId}/resolve`)
    expect(await call('wait_for_feedback', { reviewId, since: revisedAt, gather: 0 })).toMatchObject({
      changed: true,
      counts: { open: 0, resolved: 1 },
      threads: [],
    })
    await client.close()
  })
})
