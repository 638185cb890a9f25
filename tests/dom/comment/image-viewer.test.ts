import { expect, test } from 'vitest'
import { defineComponent, h, ref } from 'vue'
import AppButton from '~~/components/common/AppButton.vue'
import AppIcon from '~~/components/common/AppIcon'
import CommentImageThumb from '~~/components/comment/CommentImageThumb.vue'
import ImageViewer from '~~/components/comment/ImageViewer.vue'
import { mountInNuxt, settle } from '../../support/dom/mount'

const images = ['a', 'b'].map(name => ({
  id: `img_${name}`,
  name,
  url: `https://exhibit.test/e/${name}`,
  mime: 'image/png' as const,
  width: 10,
  height: 10,
}))
/** Replaces the dialog of Nuxt UI with a plain element. */
const UModal = defineComponent(
  (_, { slots }) =>
    () =>
      h('div', [slots.body?.(), slots.footer?.()]),
)

test('at the last image, the button for the next image keeps the focus but does nothing', async () => {
  const index = ref(0)
  const { wrapper } = await mountInNuxt(() => ({}), {
    view: () =>
      h(ImageViewer, {
        images,
        'modelValue': index.value,
        'onUpdate:modelValue': (to: number) => {
          index.value = to
        },
      }),
    components: { AppButton, AppIcon, UModal },
  })
  const next = wrapper.get<HTMLButtonElement>('[aria-label="Next image"]').element
  next.focus()
  const states: unknown[] = []
  for (let press = 0; press < 2; press++) {
    next.click()
    await settle()
    states.push([index.value, next.getAttribute('aria-disabled'), document.activeElement === next])
  }
  expect(states).toEqual([
    [1, 'true', true],
    [1, 'true', true],
  ])
})

test('an image of a comment that cannot be loaded is replaced by an icon that opens the image', async () => {
  const opened = ref(0)
  const { wrapper } = await mountInNuxt(() => ({}), {
    view: () => h(CommentImageThumb, { image: images[0], onOpen: () => opened.value++ }),
    components: { AppIcon },
  })
  expect(wrapper.find('[data-testid="broken-image"]').exists()).toBe(false)
  await wrapper.get('img').trigger('error')
  expect([wrapper.find('img').exists(), wrapper.find('[data-testid="broken-image"]').exists()]).toEqual([
    false,
    true,
  ])
  await wrapper.get('[aria-label]').trigger('click')
  expect(opened.value).toBe(1)
})
