import { existsSync } from 'node:fs'
import { isAbsolute, join, relative, sep } from 'node:path'
import type { RevisionContext } from '#shared/contract/context'

/** The folders of the repository that contain the source files of a page. */
export interface SourceFolders {
  /** The root of the repository, or of the worktree that the page is served from. */
  root: string
  /**
   * The folder in which the command runs. If the development server runs there too, paths such as
   * `/src/Cart.tsx` are relative to it.
   */
  folder: string
  /**
   * The files of the repository, relative to its root. They are used to find the folder in which the server
   * runs.
   */
  files: readonly string[]
}

/**
 * Makes the paths of source files in a context relative to the repository: `src/Cart.tsx:41`. Pages contain
 * absolute paths of the machine, or paths relative to the folder of the development server. Removes paths
 * outside of the repository, and paths of files that do not exist.
 */
export function relativeSources(context: RevisionContext, folders: SourceFolders): RevisionContext {
  const positions = context.elements.map(({ source }) => {
    const [, path = '', line = ''] = /^(.*?)(:\d+)?$/.exec(source ?? '') ?? []
    return { path: path.replace(/^file:\/\/|^\/@fs(?=\/)/, '').replace(/[?#].*$/, ''), line }
  })
  const paths = [...new Set(positions.map(each => each.path))].filter(each => each !== '')
  const found = new Map(paths.map(each => [each, pathInRepository(each, folders)]))
  const below = pathsBelowServer(paths, folders.files)
  const ofServer = paths.filter(each => !each.startsWith(folders.root))
  const isElsewhere = below.size > ofServer.filter(each => found.get(each) !== null).length
  const pathOf = (path: string) =>
    (isElsewhere ? below.get(path) : undefined) ?? found.get(path) ?? below.get(path) ?? null
  const elements = context.elements.map((each, index) => {
    const { path = '', line = '' } = positions[index] ?? {}
    const inRepository = pathOf(path)
    return { ...each, source: inRepository === null ? null : `${inRepository}${line}` }
  })
  return { ...context, elements }
}

/**
 * Returns the file of the repository for each path, if the paths are relative to the folder of a package that
 * the development server serves. This is the folder in which most of the paths exist. Returns an empty map if
 * several folders contain equally many of the paths.
 */
function pathsBelowServer(paths: readonly string[], files: readonly string[]): Map<string, string> {
  const folders = new Map<string, Map<string, string>>()
  for (const path of paths) {
    const end = `/${withoutSlash(path)}`
    for (const file of files) {
      if (!file.endsWith(end)) continue
      const folder = file.slice(0, -end.length)
      folders.set(folder, (folders.get(folder) ?? new Map<string, string>()).set(path, file))
    }
  }
  const most = Math.max(...[...folders.values()].map(each => each.size))
  const [best, ...others] = [...folders.values()].filter(each => each.size === most)
  return best && others.length === 0 ? best : new Map<string, string>()
}

const withoutSlash = (path: string): string => path.replace(/^\//, '')

function pathInRepository(plain: string, { root, folder }: SourceFolders): string | null {
  const candidates = [...(isAbsolute(plain) ? [plain] : []), join(folder, plain), join(root, plain)]
  for (const each of candidates) {
    const inRoot = relative(root, each)
    const isInside = inRoot !== '' && !inRoot.startsWith('..') && !isAbsolute(inRoot)
    if (isInside && existsSync(each)) return inRoot.split(sep).join('/')
  }
  return null
}
