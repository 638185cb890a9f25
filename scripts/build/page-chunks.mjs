// A Nuxt module: decides which modules of the pages are bundled into the same file.
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { allImports, reachable } from './reachable.mjs'

/**
 * Bundles the modules that every page loads into one file, the modules that only review pages load into a
 * second file, and the modules that review pages share with other pages for signed-in people into a third
 * file. By default, Rolldown would create one file for each set of pages that share modules. Many small files
 * compress badly, and each needs a request. The pages also work without this module, but with more files.
 *
 * To try whether it is still needed, remove it from `modules` of nuxt.config.ts, and compare the numbers of
 * JavaScript files and their sizes of tests/bench/weight.bench.ts. Remove it when Nuxt or Rolldown joins
 * files that the same pages load.
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
  // Replaces the default of Nuxt, which prefetches everything that the page may load later. Menus, dialogs
  // and other pages are loaded only when they are opened. Only the stage of a picture is prefetched, because
  // it is needed next on most pages. Its shapes are loaded only if there are any.
  nuxt.hook('build:manifest', manifest => {
    for (const part of Object.values(manifest)) part.prefetch = part.src === 'components/stage/ImageStage.vue'
  })
}

/**
 * Returns a group for Rolldown's `codeSplitting`. The file of the group contains the modules that all of
 * `pages` need and that no page of `without` may load. Without such groups, modules that other pages or a
 * dialog also load would become dozens of small files.
 * @param {string} name
 * @param {string[]} pages paths of the pages
 * @param {{ without: string[], shared?: string[] }} others paths of other pages and layouts. With `shared`,
 *   the chunk only contains modules that one of the pages in `shared` may load
 */
function pageChunk(name, pages, others) {
  let own
  return {
    name(id, context) {
      own ??= modulesOf(pages, others, each => context.getModuleInfo(each))
      return own.has(id) ? name : null
    },
    // Rolldown need not add dependencies: the group already contains the dependencies of its modules, except
    // for modules that the other pages also load. Those modules never import a module of the group.
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
