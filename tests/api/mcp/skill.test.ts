import { SkillsClient } from '@modelcontextprotocol/client/ext/skills'
import { describe, expect, it } from 'vitest'
import { skillFiles } from '#shared/documents/skill'
import { sharedFixture } from '../../support/server/fixture'
import { connectMcp, protocolEras } from '../../support/cli/mcp'

const { server, person } = await sharedFixture()

describe.each(protocolEras)('the skill in the MCP server (%s protocol)', era => {
  it('the MCP server lists the skill, and serves the same files as the path /skill', async () => {
    const client = await connectMcp(server, await person.token(), era)
    const skills = new SkillsClient(client)
    const [skill, ...others] = (await skills.list()).skills
    if (!skill) throw new Error('There is no skill.')
    expect([skill.uri, others]).toEqual(['skill://exhibit/SKILL.md', []])
    for (const path of skillFiles) {
      const { text, verified } = await skills.read(skill, path)
      const served = await (await fetch(`${server.url}/skill/${path}`)).text()
      expect([path, verified, text]).toEqual([path, true, served])
      expect(text).toContain(server.url)
      expect(text).not.toContain('exhibit.example')
    }
    await client.close()
  })

  it('a client that does not support skills can read the skill as a resource', async () => {
    const client = await connectMcp(server, await person.token(), era)
    const { resources } = await client.listResources()
    expect(resources.map(each => each.uri)).toContain('skill://exhibit/SKILL.md')
    const { contents } = await client.readResource({ uri: 'skill://exhibit/SKILL.md' })
    expect(contents[0]).toMatchObject({ text: expect.stringMatching(/^---\nname: exhibit\n/) })
    await expect(client.readResource({ uri: 'skill://exhibit/nothing.md' })).rejects.toThrow()
    await client.close()
  })
})
