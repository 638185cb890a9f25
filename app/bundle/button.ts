import { defineComponent, h, type PropType } from 'vue'
import type { ButtonProps } from '@nuxt/ui'
import { tv } from 'tailwind-variants/lite'
import { NuxtLink } from '#components'
import theme from '#build/ui/button'
import appConfig from '~/app.config'
import Icon from './icon'

const styles = tv({ extend: tv(theme), ...appConfig.ui.button })

/**
 * Nuxt UI's button, with its theme and the properties that this app uses, as one component. The app and Nuxt
 * UI's components are bundled with it (see `nuxt.config.ts`): the button of Nuxt UI consists of five
 * components, and a review has 50 buttons.
 */
export default defineComponent({
  name: 'UButton',
  props: {
    label: String,
    icon: String,
    color: String as PropType<ButtonProps['color']>,
    variant: String as PropType<ButtonProps['variant']>,
    size: String as PropType<ButtonProps['size']>,
    square: Boolean,
    block: Boolean,
    loading: Boolean,
    disabled: Boolean,
    type: { type: String as PropType<'button' | 'submit'>, default: 'button' },
    to: [String, Object],
    external: Boolean,
    ui: Object as PropType<{ base?: string; label?: string; leadingIcon?: string }>,
  },
  setup:
    (props, { slots }) =>
    () => {
      const icon = props.loading ? 'i-lucide-loader-circle' : props.icon
      const ui = styles({
        color: props.color,
        variant: props.variant,
        size: props.size,
        block: props.block,
        square: props.square || (!slots.default && !props.label),
        loading: props.loading,
        leading: Boolean(icon),
        active: false,
      })
      const content = () => [
        icon && h(Icon, { name: icon, class: ui.leadingIcon({ class: props.ui?.leadingIcon }) }),
        slots.default
          ? slots.default()
          : props.label && h('span', { class: ui.label({ class: props.ui?.label }) }, props.label),
      ]
      const attributes = { 'data-slot': 'base', 'class': ui.base({ class: props.ui?.base }) }
      return props.to
        ? h(NuxtLink, { ...attributes, to: props.to, external: props.external }, content)
        : h(
            'button',
            { ...attributes, type: props.type, disabled: props.disabled || props.loading },
            content(),
          )
    },
})
