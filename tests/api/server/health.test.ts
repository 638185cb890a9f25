import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../../support/paths'
import { sharedFixture } from '../../support/server/fixture'

const { server } = await sharedFixture()

describe('GET /api/health', () => {
  it('GET /api/health returns the version and the commit without credentials', async () => {
    const response = await fetch(`${server.url}/api/health`)
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }
    const body = (await response.json()) as { commit: string | null }
    expect([response.status, body]).toEqual([200, { ok: true, version, commit: body.commit }])
    // A build without a repository does not know its commit.
    expect(body.commit ?? '0123456789').toMatch(/^[0-9a-f]{10,40}(?:-dirty)?$/)
  })
})
