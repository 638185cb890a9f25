// A Nuxt module: removes code that every page would load although no page uses it.

/**
 * Plugins that are not needed: colours are in `colors.css`, icons are classes of the style sheet, and
 * `app/plugins/theme.client.ts` applies the theme.
 */
const unusedPlugins =
  /\/(?:@nuxt\/(?:icon\/.*\/plugin|ui\/.*\/plugins\/colors)|@nuxtjs\/color-mode\/.*\/plugin\.client)\b/

/**
 * Disables the plugins of Unhead for older versions. An empty plugin replaces the plugin that inserts
 * parameters into titles, since the title of a review may contain `%s`.
 */
const headOptions = { disableDefaults: true, plugins: [{ key: 'template-params' }] }

export default function lightPages(_options, nuxt) {
  nuxt.hook('app:resolve', app => {
    app.plugins = app.plugins.filter(({ src }) => !unusedPlugins.test(src))
  })
  nuxt.hook('app:templates', app => {
    const options = app.templates.find(({ filename }) => filename === 'unhead-options.mjs')
    if (options) options.getContents = () => `export default ${JSON.stringify(headOptions)}`
  })
}
