// Bundles the code of `cli/capture/page`, which runs inside captured pages.
import { join } from 'node:path'
import { build } from 'esbuild'
import { root } from '../lib.mjs'

/**
 * Returns a module of `cli/capture/page` as an expression whose value is one of its functions, and the
 * bundled modules of packages. The same sources always produce the same code.
 * @param {string} file the module
 * @param {string} name the function
 */
async function bundle(file, name) {
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: [`cli/capture/page/${file}`],
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    platform: 'browser',
    format: 'iife',
    globalName: 'page',
    target: 'es2022',
    legalComments: 'none',
    alias: { '#shared': join(root, 'shared') },
    tsconfigRaw: {},
  })
  const code = outputFiles[0].text.trim()
  return {
    code: `(...args) => {${code};return page.${name}(...args)}`,
    modules: Object.keys(metafile.inputs),
  }
}

/** Returns the code of `pageContext`, which the server also serves to agents as `/page-context.js`. */
export const pageContext = () => bundle('page-context.ts', 'pageContext')

/**
 * Returns an esbuild plugin that generates the module `#page-script`. `onModules` gets the bundled modules.
 */
export const pageScript = onModules => ({
  name: 'page-script',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^#page-script$/ }, ({ path }) => ({ path, namespace: 'page-script' }))
    onLoad({ filter: /.*/, namespace: 'page-script' }, async () => {
      const [context, actions] = [await pageContext(), await bundle('actions.ts', 'reportActions')]
      onModules([...context.modules, ...actions.modules])
      return {
        contents: [
          `export const pageContextCode = ${JSON.stringify(context.code)}`,
          `export const actionsCode = ${JSON.stringify(actions.code)}`,
        ].join('\n'),
      }
    })
  },
})
