// A Nuxt module: the modules of the pages that are one file.
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { allImports, reachable } from './reachable.mjs'

/**
 * What every page loads is one file. So is what only reviews load, and what they share with other pages for
 * those who are signed in: small files compress badly and take a request each.
 */
export default function pageChunks(_options, nuxt) {
  const fileOf = path => join(nuxt.options.rootDir, path)
  const reviewPage = fileOf('pages/reviews/[id].vue')
  const reviewPages = [reviewPage, fileOf('pages/r/[token].vue')]
  const signInPages = ['sign-in', 'sign-up', 'forgot-password', 'reset-password']
    .map(each => fileOf(`pages/${each}.vue`))
    .concat(fileOf('app/layouts/auth.vue'))
  const otherPages = globSync(['pages/**/*.vue', 'app/layouts/*.vue'], { cwd: nuxt.options.rootDir })
    .map(fileOf)
    .filter(each => !reviewPages.includes(each))
  const groups = [
    { name: 'app', tags: ['$initial'] },
    pageChunk('review', reviewPages, { without: otherPages }),
    pageChunk('shared', [reviewPage], { without: signInPages, shared: otherPages }),
  ]
  nuxt.options.vite.$client = {
    build: { rolldownOptions: { output: { codeSplitting: { groups } } } },
  }
  // What opens later (menus, dialogs, other pages) waits until it is asked for; only the stage is sure to
  // follow.
  nuxt.hook('build:manifest', manifest => {
    for (const part of Object.values(manifest)) part.prefetch = /^components\/stage\//.test(part.src ?? '')
  })
}

/**
 * Returns a group of Rolldown's `codeSplitting`: the modules that every one of `pages` needs are one chunk,
 * if no page of `without` may load them. Otherwise modules that other pages load too, or a dialog later, are
 * dozens of small files.
 * @param {string} name
 * @param {string[]} pages paths of the pages
 * @param {{ without: string[], shared?: string[] }} others paths of other pages and of layouts; with `shared`
 *   only the modules that one of these may load
 */
function pageChunk(name, pages, others) {
  let own
  return {
    name(id, context) {
      own ??= modulesOf(pages, others, each => context.getModuleInfo(each))
      return own.has(id) ? name : null
    },
    // Their imports are in the group too, or are needed by the other pages and never import from the group.
    includeDependenciesRecursively: false,
  }
}

function modulesOf(pages, { without, shared }, getModuleInfo) {
  const needed = pages.map(page => reachable(getModuleInfo, page, info => info.importedIds))
  const loadedBy = others => {
    const found = others.map(page => reachable(getModuleInfo, page, allImports))
    return id => found.some(each => each.has(id))
  }
  const isExcluded = loadedBy(without)
  const isShared = shared ? loadedBy(shared) : () => true
  const [first, ...rest] = needed
  return new Set(
    [...first].filter(
      id => !pages.includes(id) && rest.every(each => each.has(id)) && !isExcluded(id) && isShared(id),
    ),
  )
}
