import { defineComponent, h } from 'vue'

/**
 * An icon of the style sheet that `scripts/icon-styles.mjs` writes. Nuxt UI's components are bundled with it
 * instead of the component of @nuxt/icon (see `nuxt.config.ts`), which carries the drawings in JavaScript and
 * adds a style element for each.
 */
export default defineComponent({
  name: 'Icon',
  props: { name: { type: String, required: true } },
  setup: props => () => h('span', { 'class': ['iconify', props.name], 'aria-hidden': true }),
})
