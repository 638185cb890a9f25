import { readLanguageFrom } from '~/text/language/current-language'
import { findLanguage } from '~/text/language/languages'

/**
 * Chooses the language of the texts: on the server the language of the request, in the browser the language
 * of the page that the server sent. The language is stored in the Nuxt app, because each request has a
 * separate Nuxt app.
 */
export default defineNuxtPlugin({
  enforce: 'pre',
  async setup() {
    if (import.meta.server) readLanguageFrom(() => tryUseNuxtApp()?.$language)
    const tag = import.meta.server ? useDeviceCookie('language').value : document.documentElement.lang
    const load = findLanguage(tag)
    if (!load) return {}
    const { direction, language } = await load()
    useHead({ htmlAttrs: { lang: String(tag), dir: direction } })
    if (import.meta.client) readLanguageFrom(() => language)
    return { provide: { language } }
  },
})
