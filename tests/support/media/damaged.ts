import { readFile } from 'node:fs/promises'
import type { Mime } from '#shared/contract/kit/fields'
import type { Call } from '../server/client'
import { declareUpload, put } from '../reviews/uploads'
import { animation, picture, sample } from './samples'
import { seeded } from '../seeded'

interface ValidFile {
  mime: Mime
  data: Buffer
}
export interface Damaged {
  seed: number
  mime: Mime
  how: string
  data: Buffer
}

/** Returns valid files, at least one of each type that the tests damage. */
export async function validFiles(): Promise<ValidFile[]> {
  const videos: [Parameters<typeof sample>[0], Mime][] = [
    ['browser.webm', 'video/webm'],
    ['live.webm', 'video/webm'],
    ['plain.mp4', 'video/mp4'],
    ['front.mp4', 'video/mp4'],
    ['rotated.mp4', 'video/mp4'],
  ]
  return [
    ...(await Promise.all(
      videos.map(async ([name, mime]) => ({ mime, data: await readFile(sample(name)) })),
    )),
    { mime: 'image/gif', data: await animation(60, 40, 5) },
    { mime: 'image/gif', data: await picture(80, 60).gif().toBuffer() },
    { mime: 'image/png', data: await picture(80, 60, 4).png().toBuffer() },
    { mime: 'image/avif', data: await picture(80, 60, 4).avif({ effort: 0 }).toBuffer() },
    {
      mime: 'image/png',
      data: await picture(80, 60).toColourspace('rgb16').png({ progressive: true }).toBuffer(),
    },
  ]
}

type Random = () => number
const below = (random: Random, limit: number) => Math.floor(random() * limit)
/** Numbers at which parsers often behave differently. */
const EDGES = [0, 1, 0x7f, 0x80, 0xff, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff, 10_000_000]

const damages: Record<string, (data: Buffer, random: Random) => Buffer> = {
  flip(data, random) {
    for (let n = 1 + below(random, 8); n > 0; n--) {
      const at = below(random, data.length)
      data.writeUInt8(data.readUInt8(at) ^ (1 << below(random, 8)), at)
    }
    return data
  },
  number(data, random) {
    data.writeUInt32BE(EDGES[below(random, EDGES.length)] ?? 0, below(random, data.length - 4))
    return data
  },
  // Parsers depend mostly on the first kilobytes and on the index of a file.
  header(data, random) {
    data.writeUInt32BE(
      EDGES[below(random, EDGES.length)] ?? 0,
      below(random, Math.min(2000, data.length - 4)),
    )
    return data
  },
  zeros(data, random) {
    const at = below(random, data.length)
    return data.fill(0, at, Math.min(data.length, at + below(random, 300)))
  },
  noise(data, random) {
    const start = below(random, data.length)
    for (let at = start; at < Math.min(data.length, start + 64); at++) data.writeUInt8(below(random, 256), at)
    return data
  },
  cut: (data, random) => data.subarray(0, 1 + below(random, data.length - 1)),
  append: (data, random) =>
    Buffer.concat([data, Buffer.alloc(1 + below(random, 200), below(random, 2) * 0x20)]),
  remove(data, random) {
    const at = below(random, data.length)
    return Buffer.concat([data.subarray(0, at), data.subarray(at + 1 + below(random, 100))])
  },
  repeat(data, random) {
    const [start, length] = [below(random, data.length), below(random, 500)]
    return Buffer.concat([data.subarray(0, start + length), data.subarray(start)])
  },
  insert(data, random) {
    const at = below(random, data.length)
    return Buffer.concat([
      data.subarray(0, at),
      Buffer.alloc(1 + below(random, 40), below(random, 256)),
      data.subarray(at),
    ])
  },
}

/** Returns a damaged file, which is always the same for the same seed. */
export function damage(files: ValidFile[], seed: number): Damaged {
  const random = seeded(seed * 7919 + 1)
  // Skips the first random numbers, which are similar for neighboring seeds.
  for (let n = 0; n < 5; n++) random()
  const file = files[seed % files.length]
  const names = Object.keys(damages)
  const how = names[below(random, names.length)] ?? ''
  const change = damages[how]
  if (!file || !change) throw new Error('there is nothing to damage')
  return { seed, mime: file.mime, how, data: change(Buffer.from(file.data), random) }
}

/** Declares, sends and completes a damaged file. Returns the status of the completion. */
export async function uploadDamaged(agent: Call, reviewId: string, { mime, data }: Damaged): Promise<number> {
  const declared = await declareUpload(agent, reviewId, {
    kind: mime.startsWith('image/') ? 'image' : 'video',
    title: 'Damaged',
    mime,
    bytes: data.length,
  })
  if (declared.status !== 201) return declared.status
  const sent = await put(declared.body.uploadUrl, data)
  if (sent.status !== 200) return sent.status
  return (
    await agent('POST', `/v1/artifacts/${declared.body.artifactId}/complete`, {
      revisionId: declared.body.revisionId,
    })
  ).status
}
