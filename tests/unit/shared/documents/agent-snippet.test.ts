import { expect, test } from 'vitest'
import { agentRequest } from '#shared/documents/agent-snippet'

const server = { publicUrl: 'https://exhibit.example', cliUrl: 'https://exhibit.example/cli.tgz' }

test('the message for an agent names the project in words and in its command', () => {
  const message = agentRequest(server, { id: 'prj_1', slug: 'shop' })
  expect(message).toContain('Show me your work in the project shop of Exhibit')
  expect(message).toContain('push screenshot.png --project prj_1 --json`')
  expect(agentRequest(server, { id: 'prj_1' })).toContain('the project prj_1 of Exhibit')
})

test('without a project the message names none', () => {
  expect(agentRequest(server)).not.toContain('project')
})
