import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ReviewPayload } from '#shared/contract/review'
import type { PushResult } from '../../../cli/push/push'
import { pngImage } from '../media/samples'
import { sharedFixture } from '../server/fixture'
import { newFolder, unpackCli, type CliOptions } from './cli'

/** Returns a server with a person, a command line for the person's token, and two different PNG images. */
export async function pushFixture() {
  const fixture = await sharedFixture()
  const { server, person, agent } = fixture
  const cli = await unpackCli(server, { EXHIBIT_URL: server.url, EXHIBIT_TOKEN: await person.token() })
  return {
    ...fixture,
    cli,
    other: await pngImage(48, 64),
    push: (args: string[], options: CliOptions) => cli.json<PushResult>(['push', ...args], options),
    readReview: async (id: string) => (await agent<ReviewPayload>('GET', `/v1/reviews/${id}`)).body,
  }
}

/** Writes files into a new folder. Returns the path of the folder. */
export async function folderWith(files: Record<string, Buffer>): Promise<string> {
  const cwd = await newFolder('files')
  for (const [name, data] of Object.entries(files)) {
    await mkdir(join(cwd, name, '..'), { recursive: true })
    await writeFile(join(cwd, name), data)
  }
  return cwd
}

/** Returns the outcome of each file of a push. */
export const outcomesOf = ({ body }: { body: PushResult }) => body.files.map(each => each.outcome)
