import { expect, it } from 'vitest'
import { agentRequest } from '#shared/documents/agent-snippet'

const server = { publicUrl: 'https://exhibit.example', cliUrl: 'https://exhibit.example/cli.tgz' }

it('the message for an agent contains the project in its text and in its command', () => {
  const message = agentRequest(server, { id: 'prj_1', slug: 'shop' })
  expect(message).toContain('Show me your work in the project shop of Exhibit')
  expect(message).toContain('push screenshot.png --project prj_1`')
  expect(agentRequest(server, { id: 'prj_1' })).toContain('the project prj_1 of Exhibit')
})

it('the message for an agent without a project does not mention a project', () => {
  expect(agentRequest(server)).not.toContain('project')
})
