import { expect, test } from 'vitest'
import { h } from 'vue'
import ProjectedImage from '~~/components/stage/ProjectedImage.vue'
import { mountInNuxt, settle } from '../../support/dom/mount'
import { plainView } from '../../support/dom/stage'

test('the checkerboard of transparent parts is shown only after the image has loaded', async () => {
  const { wrapper } = await mountInNuxt(() => ({}), {
    view: () => h(ProjectedImage, { view: plainView, ratio: 1, src: '/e/a?w=1280', alt: '' }),
  })
  const image = wrapper.get('img')
  expect(image.classes()).not.toContain('checkerboard')
  await image.trigger('load')
  await settle()
  expect(wrapper.get('img').classes()).toContain('checkerboard')
})
