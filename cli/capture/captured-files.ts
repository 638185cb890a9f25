import { join, resolve, sep } from 'node:path'
import type { FileToSend } from '#shared/contract/evidence'
import { assertNoLinkOut } from '../links'
import type { Output } from '../output'
import type { Evidence } from '../push/evidence'
import { filesOf, type Subject } from '../push/find-evidence'
import type { Description } from '../push/planned-file'
import { writeFileAtomically } from '../write-file-atomically'

/**
 * The subfolders of `--out` that may contain captured files. With `--before`, each state has its own folder.
 */
const stateFolders = ['', 'before', 'after']

/**
 * Throws a failure if the folder of `--out` is in the current folder, but links lead out of it: a repository
 * may come from an outsider, and its links could lead to files of the person. A folder outside of the current
 * folder is not checked, because the person chose it.
 */
export async function assertKeptHere(out: string, cwd = process.cwd()): Promise<void> {
  const folder = resolve(cwd, out)
  if (!folder.startsWith(`${cwd}${sep}`)) return
  const otherwise = 'name the folder to which it leads'
  for (const each of stateFolders) await assertNoLinkOut(cwd, join(folder, each), otherwise)
}

/**
 * Returns the path of the file with the context of a captured file: next to it, with the same name and the
 * extension `.json`.
 */
const contextPathOf = (path: string): string => path.replace(/\.\w+$/, '.json')

/** Writes the context of each captured file next to it. */
export async function writeContexts(captured: Evidence[]): Promise<void> {
  for (const { path, context } of captured) await writeFileAtomically(contextPathOf(path), context ?? '{}')
}

/**
 * Prints where captured files and their contexts are, in the order in which a form of `POST /v1/evidence`
 * takes them. The JSON is the argument `files` of the MCP tool `send_evidence`, with the posters of videos.
 */
export function printFiles(
  output: Output,
  { subjects, warnings }: { subjects: Subject[]; warnings: { code: string; message: string }[] },
  describe: (evidence: Evidence) => Description,
): void {
  const files = subjects.flatMap(subject =>
    filesOf(subject).map((each): FileToSend & { posterPath?: string } => ({
      path: each.path,
      contextPath: contextPathOf(each.path),
      ...(each.poster && { posterPath: each.poster.path }),
      title: each.title,
      ...describe(subject.evidence),
      ...(each.isBefore && { isBefore: true }),
    })),
  )
  const paths = files.flatMap(each => [each.path, each.posterPath ?? [], each.contextPath ?? []].flat())
  output.result({ files, warnings }, paths.join('\n'))
  for (const { message } of warnings) output.note(`exhibit: ${message}`)
  output.note('Nothing was sent. The same command without --out sends the files with their contexts.')
}
