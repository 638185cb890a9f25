import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Command } from 'commander'
import { skillFiles } from '#shared/documents/skill'
import { createApi } from '../api'
import { repositoryFolder } from '../change/git'
import { findServer } from '../account/config'
import { describeError, Failure } from '../failure'
import { assertNoLinkOut } from '../links'
import { createOutput } from '../output'
import type { GlobalOptions } from '../account/session'

/**
 * The folders in which coding agents look for skills: the shared folder `.agents`, and the folder of Claude
 * Code.
 */
const skillFolders = ['.agents/skills/exhibit', '.claude/skills/exhibit']

interface Options extends GlobalOptions {
  global?: boolean
  force?: boolean
}

/** The result of installing one file. */
interface InstalledFile {
  path: string
  /** `kept` means that the file was not overwritten, because it has changed since it was installed. */
  outcome: 'created' | 'updated' | 'unchanged' | 'kept'
}

/** Adds `exhibit skill install`. */
export function addSkill(program: Command): void {
  const skill = program.command('skill').summary('Install the skill for coding agents').helpCommand(false)
  skill
    .command('install')
    .summary('Write the skill of the server into the folders where coding agents look for skills')
    .option('--global', 'into your home folder instead of the repository')
    .option('--force', 'overwrite files that were changed since they were installed')
    .action(async (_options, command: Command) => install(command.optsWithGlobals<Options>()))
}

async function install(options: Options): Promise<void> {
  const output = createOutput(options.json ?? false)
  const server = await findServer(options.server)
  const folder = options.global ? homedir() : ((await repositoryFolder()) ?? process.cwd())
  const texts = await Promise.all(
    skillFiles.map(async path => ({ path, text: await readSkill(server, path) })),
  )
  const planned = skillFolders.flatMap(each =>
    texts.map(({ path, text }) => ({ path: join(folder, each, path), text })),
  )
  // Links in the home folder are not checked, because the person created them.
  if (!options.global) for (const { path } of planned) await assertNoLinkOut(folder, path)
  const files: InstalledFile[] = []
  for (const { path, text } of planned) files.push(await installFile(path, text, options.force ?? false))
  const error = files.some(each => each.outcome === 'kept') ? describeError(changedFiles()) : undefined
  output.result(
    { server, files, ...(error && { error }) },
    files.map(each => `${each.outcome} ${each.path}`).join('\n'),
  )
  if (!error) return
  output.note(`exhibit: ${error.message} ${error.hint}`)
  process.exitCode = error.exitCode
}

const changedFiles = () =>
  new Failure(
    'changed_file',
    'Files that were changed since they were installed stay as they are.',
    'Add --force to overwrite them.',
  )

async function readSkill(server: string, path: string): Promise<string> {
  return (await createApi({ server }).read(`/skill/${path}`)).body.toString('utf8')
}

/** Writes a file, unless another program or person has changed it since this command wrote it. */
async function installFile(path: string, text: string, force: boolean): Promise<InstalledFile> {
  const stamped = stamp(text)
  const present = await readIfPresent(path)
  if (present === stamped) return { path, outcome: 'unchanged' }
  if (present !== null && !force && !isAsInstalled(present)) return { path, outcome: 'kept' }
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, stamped)
  return { path, outcome: present === null ? 'created' : 'updated' }
}

/**
 * Reads a file with LF line endings, since git may have changed them. Returns null if the file does not
 * exist.
 */
async function readIfPresent(path: string): Promise<string | null> {
  try {
    return (await readFile(path, 'utf8')).replaceAll('\r\n', '\n')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/**
 * Returns the text with an additional last line that contains the hash of the text. {@link isAsInstalled}
 * uses the hash to detect changes.
 */
const stamp = (text: string) =>
  `${text}\n<!-- Installed by "exhibit skill install", sha256 ${digest(text)} -->\n`

function isAsInstalled(present: string): boolean {
  const [, text, found] = /^([^]*)\n<!-- [^\n]*sha256 ([0-9a-f]{64}) -->\n$/.exec(present) ?? []
  return text !== undefined && digest(text) === found
}

const digest = (text: string) => createHash('sha256').update(text).digest('hex')
