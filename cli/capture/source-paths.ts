import { existsSync } from 'node:fs'
import { isAbsolute, join, relative, sep } from 'node:path'
import type { RevisionContext } from '#shared/contract/context'

/** The folders of the repository that a page is built from. */
export interface SourceFolders {
  /** The root of the repository, or of the worktree that the page is served from. */
  root: string
  /** The folder in which the development server runs: paths such as `/src/Cart.tsx` begin there. */
  folder: string
}

/**
 * Makes the paths of source files in a context relative to the repository: `src/Cart.tsx:41`. Pages state
 * paths of the machine, or paths below the folder of the development server. A path outside of the
 * repository, or of a file that is not there, is removed.
 */
export function relativeSources(context: RevisionContext, folders: SourceFolders): RevisionContext {
  const known = new Map<string, string | null>()
  const find = (path: string) => {
    const found = known.get(path)
    if (found !== undefined) return found
    const inRepository = pathInRepository(path, folders)
    known.set(path, inRepository)
    return inRepository
  }
  const elements = context.elements.map(each => {
    const [, path = '', line = ''] = /^(.*?)(:\d+)?$/.exec(each.source ?? '') ?? []
    const found = path === '' ? null : find(path)
    return { ...each, source: found === null ? null : `${found}${line}` }
  })
  return { ...context, elements }
}

function pathInRepository(path: string, { root, folder }: SourceFolders): string | null {
  const plain = path.replace(/^file:\/\/|^\/@fs(?=\/)/, '').replace(/[?#].*$/, '')
  const candidates = [...(isAbsolute(plain) ? [plain] : []), join(folder, plain), join(root, plain)]
  for (const each of candidates) {
    const inRoot = relative(root, each)
    const isInside = inRoot !== '' && !inRoot.startsWith('..') && !isAbsolute(inRoot)
    if (isInside && existsSync(each)) return inRoot.split(sep).join('/')
  }
  return null
}
