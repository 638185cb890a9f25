import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, open, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, relative } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { FilePathSource, Input, MP4, WEBM } from 'mediabunny'
import { limits } from '#shared/contract/kit/limits'
import {
  kindOf,
  mimeOfHead,
  signatureBytes,
  type ArtifactKind,
  type Mime,
} from '#shared/contract/media-types'
import { titleOfFile } from '#shared/file-title'
import { usageFailure } from '../failure'

/** A file that is to become evidence. */
export interface Evidence {
  /** As it was given, or found in a folder; `-` for stdin. */
  name: string
  path: string
  title: string
  mime: Mime
  kind: ArtifactKind
  bytes: number
  sha256: string
  /** Of a video, where the file states it. */
  durationMs: number | undefined
}

/** A file before it was read. */
export interface Candidate {
  name: string
  path: string
  title: string
}

/** The files of a push, and the function that removes what was written for them. */
export interface FoundEvidence {
  evidence: Evidence[]
  remove: () => Promise<void>
}

const STDIN = '-'
const evidenceName = /\.(?:png|jpe?g|webp|gif|mp4|webm)$/i
const MIB = 1024 * 1024

/**
 * Finds and reads the files of a push: files, the evidence in folders and, as `-`, stdin. Throws a usage
 * failure about the first that cannot be evidence, so that nothing is sent before all can be.
 */
export async function findEvidence(names: string[], title: string | undefined): Promise<FoundEvidence> {
  const temporary = names.includes(STDIN) ? await mkdtemp(join(tmpdir(), 'exhibit-')) : null
  const remove = async () => {
    if (temporary) await rm(temporary, { recursive: true, force: true })
  }
  try {
    const candidates: Candidate[] = []
    for (const name of new Set(names)) {
      if (name === STDIN && temporary) candidates.push(await readStdin(temporary))
      else candidates.push(...(await candidatesAt(name)))
    }
    if (title !== undefined && candidates.length > 1)
      throw usageFailure(
        `--title names one file, but there are ${candidates.length}.`,
        'Push that file alone, or leave --title out: the names of the files become their titles.',
      )
    const titled = candidates.map(each => ({ ...each, title: (title ?? each.title).slice(0, limits.title) }))
    assertDistinctTitles(titled)
    const evidence: Evidence[] = []
    for (const each of titled) evidence.push(await readEvidence(each))
    return { evidence, remove }
  } catch (error) {
    await remove()
    throw error
  }
}

async function candidatesAt(name: string): Promise<Candidate[]> {
  const found = await stat(name).catch(() => null)
  if (!found) throw usageFailure(`There is no file "${name}".`, 'Check the path.')
  if (!found.isDirectory()) return [{ name, path: name, title: titleOfFile(basename(name)) || 'Screenshot' }]
  const entries = await readdir(name, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter(entry => entry.isFile() && evidenceName.test(entry.name) && !entry.name.startsWith('.'))
    .map(entry => join(entry.parentPath, entry.name))
    .sort()
  if (paths.length === 0)
    throw usageFailure(`The folder "${name}" has no pictures or recordings.`, `Use ${accepted}.`)
  return paths.map(path => ({ name: path, path, title: titleInFolder(relative(name, path)) }))
}

const titleInFolder = (path: string) =>
  path
    .split(/[/\\]/)
    .map(part => titleOfFile(part))
    .join(' / ')

async function readStdin(folder: string): Promise<Candidate> {
  if (process.stdin.isTTY)
    throw usageFailure(
      '"-" reads a file from stdin, which is a terminal.',
      'Pipe it: cat a.png | exhibit push -',
    )
  const path = join(folder, 'stdin')
  await pipeline(process.stdin, createWriteStream(path, { mode: 0o600 }))
  return { name: STDIN, path, title: 'Screenshot' }
}

/** Evidence is found again by its title, so two files may not have the same. */
function assertDistinctTitles(candidates: Candidate[]): void {
  const byTitle = Map.groupBy(candidates, each => each.title)
  for (const [title, alike] of byTitle)
    if (alike.length > 1)
      throw usageFailure(
        `${alike.map(each => `"${each.name}"`).join(' and ')} have the same title, "${title}".`,
        'Push their folder, which becomes a part of the titles, or push them one by one with --title.',
      )
}

/** Reads a file. Throws a usage failure if it cannot be evidence. */
export async function readEvidence({ name, path, title }: Candidate): Promise<Evidence> {
  const { size } = await stat(path)
  if (size === 0) throw usageFailure(`"${name}" is empty.`, `Use ${accepted}.`)
  const mime = await mimeOf(path)
  if (!mime) throw usageFailure(`"${name}" is not a picture or recording.`, `Use ${accepted}.`)
  const kind = kindOf(mime)
  const maximum = kind === 'video' ? limits.videoBytes : limits.imageBytes
  if (size > maximum)
    throw usageFailure(
      `"${name}" has ${(size / MIB).toFixed(1)} MiB; the limit for ${kind}s is ${maximum / MIB} MiB.`,
      kind === 'image' ? 'Compress or crop it.' : 'Record a shorter part, or at a lower resolution.',
    )
  const durationMs = kind === 'video' ? await durationOf(path) : undefined
  return { name, path, title, mime, kind, bytes: size, sha256: await sha256Of(path), durationMs }
}

const accepted = 'PNG, JPEG, WebP, GIF, MP4 or WebM'

/** Returns the type of a file by its first bytes, whatever its name is; null for any other type. */
async function mimeOf(path: string): Promise<Mime | null> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(signatureBytes), 0, signatureBytes, 0)
    return mimeOfHead(buffer.toString('hex', 0, bytesRead))
  } finally {
    await file.close()
  }
}

/** Returns the length of a video in milliseconds; undefined where it cannot be read: the server checks. */
async function durationOf(path: string): Promise<number | undefined> {
  using input = new Input({ formats: [MP4, WEBM], source: new FilePathSource(path) })
  try {
    return Math.round((await input.computeDuration()) * 1000)
  } catch {
    return undefined
  }
}

/** Returns the SHA-256 of a file, in hexadecimal digits. */
async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
