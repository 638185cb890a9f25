import { createWriteStream } from 'node:fs'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, relative } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { limits } from '#shared/contract/kit/limits'
import { titleOfFile, titleOfPair } from '#shared/text/file-title'
import { Failure, usageFailure } from '../failure'
import { programName } from '../package-info'
import { findPath } from './find-path'
import { accepted, missingFile, readEvidence, readPoster, type Candidate, type Evidence } from './evidence'

/**
 * A file to send, or a pair of files that show one screen before and after the change. The files of
 * `Subject<Candidate>` have not been read yet.
 */
export interface Subject<File = Evidence> {
  evidence: File
  /**
   * The file that shows the state before the change; null for a single file. It becomes an earlier revision
   * of the same artifact.
   */
  before: File | null
}

/** Returns the files of a subject (a single file or a pair) in the order of their revisions. */
export const filesOf = ({ before, evidence }: Subject): Evidence[] =>
  before ? [before, evidence] : [evidence]

/** A file that cannot be evidence, and the reason. */
export interface RefusedCandidate {
  name: string
  title: string
  error: Failure
}

/** The files of a push, and the function that removes its temporary files. */
export interface FoundEvidence {
  subjects: Subject[]
  /** Files that cannot be evidence. If no file can be evidence, the push fails instead. */
  refused: RefusedCandidate[]
  remove: () => Promise<void>
}

/**
 * The files of a push as given on the command line. Files with the same index in `before` and `after` are a
 * pair.
 */
export interface NamedFiles {
  files: string[]
  before?: string[]
  after?: string[]
  /** The title of the pair if there is only one. Without pairs, the title of the only file. */
  title?: string
  /** The image that is shown before the only video plays. */
  poster?: string
}

const STDIN = '-'
const evidenceName = /\.(?:png|jpe?g|webp|gif|avif|mp4|mov|webm)$/i

/**
 * Finds and reads the files of a push: pairs, single files, the evidence in folders, and stdin for `-`. If a
 * file cannot be evidence, the others are still sent. Throws a failure if none of the files can be evidence,
 * or if the command line is wrong.
 */
export async function findEvidence(named: NamedFiles): Promise<FoundEvidence> {
  const { files, before = [], after = [], title, poster } = named
  const names = [...before, ...after, ...files]
  if (names.length === 0)
    throw usageFailure("Missing required argument 'file'.", 'Name files, a folder, or --before and --after.')
  if (before.length !== after.length)
    throw usageFailure(
      `--before and --after are given in pairs, but there are ${before.length} and ${after.length}.`,
      'Give both files of a pair: --before old.png --after new.png.',
    )
  const temporary = names.includes(STDIN) ? await mkdtemp(join(tmpdir(), 'exhibit-')) : null
  const remove = async () => {
    if (temporary) await rm(temporary, { recursive: true, force: true })
  }
  try {
    const pairs: Subject<Candidate>[] = []
    for (const [index, name] of after.entries())
      pairs.push({
        evidence: await pairCandidate(name, name, temporary),
        before: await pairCandidate(before[index] ?? '', name, temporary),
      })
    const others: Subject<Candidate>[] = []
    for (const name of new Set(files))
      for (const evidence of await candidatesAt(name, temporary)) others.push({ evidence, before: null })
    const titled = withTitle(pairs, others, title)
    assertDistinctTitles(titled.map(each => each.evidence))
    const subjects: Subject[] = []
    const refused: RefusedCandidate[] = []
    for (const each of titled) {
      const subject = await readSubject(each, refused)
      if (subject) subjects.push(subject)
    }
    const [first] = refused
    if (first && subjects.length === 0) throw allRefused(first.error, refused)
    return { subjects: poster === undefined ? subjects : await withPoster(subjects, poster), refused, remove }
  } catch (error) {
    await remove()
    throw error
  }
}

/**
 * Returns all pairs and single files of a push. `title` becomes the title of the only pair; without pairs, of
 * the only file.
 */
function withTitle(
  pairs: Subject<Candidate>[],
  others: Subject<Candidate>[],
  title: string | undefined,
): Subject<Candidate>[] {
  const named = pairs.length > 0 ? pairs : others
  if (title === undefined) return [...pairs, ...others]
  if (named.length > 1)
    throw usageFailure(
      `--title names one ${pairs.length > 0 ? 'pair' : 'file'}, but there are ${named.length}.`,
      'Push it alone, or leave --title out: the names of the files become their titles.',
    )
  const isNamed = new Set(named)
  return [...pairs, ...others].map(each =>
    isNamed.has(each) ? { ...each, evidence: { ...each.evidence, title } } : each,
  )
}

/** Returns the failure of a push if none of its files can be evidence. The message names every file. */
const allRefused = (first: Failure, refused: RefusedCandidate[]) =>
  refused.length === 1
    ? first
    : new Failure(first.code, refused.map(each => each.error.message).join(' '), first.hint, first.exitCode)

/**
 * Reads the files of a pair. Both get the title of the later file. If a file cannot be evidence, adds it to
 * `refused` and returns null. Throws a usage failure if one file is an image and the other a video.
 */
async function readSubject(
  { evidence: after, before }: Subject<Candidate>,
  refused: RefusedCandidate[],
): Promise<Subject | null> {
  const title = after.title.slice(0, limits.title)
  const read = async ({ name, path }: Candidate) =>
    readEvidence({ name, path, title }).catch((error: unknown) => {
      if (!(error instanceof Failure)) throw error
      refused.push({ name, title, error })
      return null
    })
  const found = before ? await read(before) : null
  const evidence = await read(after)
  if (!evidence || (before && !found)) return null
  if (!found) return { evidence, before: null }
  const earlier = { ...found, isBefore: true }
  if (earlier.kind === evidence.kind) return { evidence, before: earlier }
  throw usageFailure(
    `"${earlier.name}" and "${evidence.name}" are of different kinds: ${earlier.kind} and ${evidence.kind}.`,
    'A pair must be two images or two videos.',
  )
}

/** Adds a poster to the only video. Throws a usage failure if there is no video, or more than one. */
async function withPoster(subjects: Subject[], path: string): Promise<Subject[]> {
  const videos = subjects.flatMap(filesOf).filter(each => each.kind === 'video')
  if (videos.length !== 1)
    throw usageFailure(
      `--poster takes one video, but there ${videos.length === 0 ? 'is none' : `are ${videos.length}`}.`,
      videos.length === 0 ? 'Leave --poster out.' : 'Push the videos one by one, each with its --poster.',
    )
  const [video] = videos
  const poster = await readPoster(path)
  return subjects.map(each =>
    each.evidence === video ? { ...each, evidence: { ...each.evidence, poster } } : each,
  )
}

/** Returns one file of a pair. Its title is made from `titledBy`, the name of the later file of the pair. */
async function pairCandidate(name: string, titledBy: string, temporary: string | null): Promise<Candidate> {
  const [candidate] = await candidatesAt(name, temporary)
  if (candidate?.name !== name)
    throw usageFailure(`"${name}" is a folder.`, 'Give one file to --before and one to --after.')
  return { ...candidate, title: titleOfPair(titledBy === STDIN ? '' : basename(titledBy)) }
}

async function candidatesAt(name: string, temporary: string | null): Promise<Candidate[]> {
  if (name === STDIN && temporary) return [await readStdin(temporary)]
  const path = await findPath(name)
  if (path === null) throw missingFile(name)
  if (!(await stat(path)).isDirectory())
    return [{ name, path, title: titleOfFile(basename(path)) || 'Screenshot' }]
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter(entry => entry.isFile() && evidenceName.test(entry.name) && !entry.name.startsWith('.'))
    .map(entry => join(entry.parentPath, entry.name))
    .sort()
  if (paths.length === 0)
    throw usageFailure(`The folder "${name}" has no images or videos.`, `Use ${accepted}.`)
  return paths.map(file => ({ name: file, path: file, title: titleInFolder(relative(path, file)) }))
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
      `Pipe it: cat a.png | ${programName()} push -`,
    )
  const path = join(folder, 'stdin')
  await pipeline(process.stdin, createWriteStream(path, { mode: 0o600 }))
  return { name: STDIN, path, title: 'Screenshot' }
}

/** Throws if two files have the same title, because the next push finds an artifact by its title. */
function assertDistinctTitles(candidates: Candidate[]): void {
  const byTitle = Map.groupBy(candidates, each => each.title)
  for (const [title, alike] of byTitle)
    if (alike.length > 1)
      throw usageFailure(
        `${alike.map(each => `"${each.name}"`).join(' and ')} have the same title, "${title}".`,
        'Push their folder, which becomes a part of the titles, or push them one by one with --title.',
      )
}
