import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it, onTestFinished } from 'vitest'
import { limits } from '#shared/contract/kit/limits'
import type { ReceivedFile } from '~~/server/bytes/received-form'
import { readEvidence } from '~~/server/domain/evidence/read-evidence'
import { Refusals } from '~~/server/domain/evidence/refusals'
import { pngImage } from '../../support/media/samples'

const MEGABYTE = 1024 * 1024

/** Returns the used memory in MiB after a garbage collection. */
function usedMemory(): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  return process.memoryUsage().heapUsed / MEGABYTE
}

it('the contexts of a form are not held in memory while its pictures are processed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'exhibit-contexts-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  async function received(part: string, name: string, data: string | Buffer): Promise<ReceivedFile> {
    const path = join(folder, name)
    await writeFile(path, data)
    return { part, name, path, bytes: Buffer.byteLength(data), sha256: '' }
  }
  const elements = Array.from({ length: limits.contextElements }, (_, index) => ({
    box: [0, 0, 1, 1],
    selector: `${index}`.padEnd(limits.contextSelector, 'x'),
  }))
  const [png, context] = [await pngImage(30, 20), JSON.stringify({ elements })]
  const files: ReceivedFile[] = []
  for (let at = 0; at < limits.formFiles / 2; at++)
    files.push(await received('files', `${at}.png`, png), await received('context', `${at}.json`, context))
  const before = usedMemory()
  const evidence = await readEvidence(files, {}, new Refusals(false))
  expect(evidence.filter(each => each.context !== null)).toHaveLength(limits.formFiles / 2)
  expect(usedMemory() - before).toBeLessThan(10)
  expect(evidence).toHaveLength(limits.formFiles / 2)
})
