// Reduces the memory of the server build. See `saveMemory` for when this file can be removed.
/**
 * The names of plugins that are removed from the build, because they hold the code or the syntax trees of all
 * modules in memory, which is more than 200 MiB. `inject` has nothing to inject into a server for Node.
 * `impound` forbids imports between folders, which ESLint also does.
 */
const unused = /^(?:inject|impound(?::trace)?)$/

/**
 * Changes the configuration of Rollup so that a build takes about half the memory. To try whether this is
 * still needed, leave out the call of this function: the processes of `npm run build` have memory limits
 * (scripts/lib.mjs). Remove the function if the build then succeeds, for example with Nitro 3, which by
 * default has neither Rollup nor these plugins.
 */
export function saveMemory(config) {
  // The cache contains the syntax tree of every module, and no later build reads it.
  config.cache = false
  config.plugins = config.plugins.flat(Infinity).filter(plugin => plugin && !unused.test(plugin.name))
  for (const plugin of config.plugins) if (plugin.name === 'replace') replaceInParts(plugin)
}

/** The number of lines in a part of a chunk: see {@link replaceInParts}. */
const PART_LINES = 1000

/**
 * Lets the plugin `replace` process a chunk in parts, to save memory. The plugin creates a source map for
 * each text that it gets, which this build does not use. The source map of the largest chunk, with more than
 * 100,000 lines, would take 700 MiB. This is possible because no text that the plugin replaces contains a
 * line break.
 */
function replaceInParts(plugin) {
  const replace = plugin.renderChunk
  plugin.renderChunk = async function (code, ...more) {
    // The text ROLLUP_NO_REPLACE marks a chunk of Nitro in which nothing is replaced.
    if (code.includes('ROLLUP_NO_REPLACE')) return null
    const lines = code.split('\n')
    const parts = []
    for (let at = 0; at < lines.length; at += PART_LINES) {
      const part = lines.slice(at, at + PART_LINES).join('\n')
      parts.push((await replace.call(this, part, ...more))?.code ?? part)
    }
    return { code: parts.join('\n'), map: null }
  }
}
