// Bundles the code of `cli/capture/page`, which runs inside of captured pages.
import { join } from 'node:path'
import { build } from 'esbuild'
import { root } from '../lib.mjs'

/**
 * Returns the code as an expression whose value is the function `pageContext`, and the bundled modules of
 * packages. The same sources always produce the same code.
 */
export async function pageContextCode() {
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: ['cli/capture/page/page-context.ts'],
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
    code: `picture => {${code};return page.pageContext(picture)}`,
    modules: Object.keys(metafile.inputs),
  }
}

/** Returns an esbuild plugin that generates the module `#page-script`. `onModules` gets what it bundles. */
export const pageScript = onModules => ({
  name: 'page-script',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^#page-script$/ }, ({ path }) => ({ path, namespace: 'page-script' }))
    onLoad({ filter: /.*/, namespace: 'page-script' }, async () => {
      const { code, modules } = await pageContextCode()
      onModules(modules)
      return { contents: `export const pageContextCode = ${JSON.stringify(code)}` }
    })
  },
})
