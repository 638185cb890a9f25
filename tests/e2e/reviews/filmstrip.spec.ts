import { upload } from '../../support/client'
import { expect, test } from '../../support/e2e'
import { picture } from '../../support/samples'

const png = (width: number, height: number) => picture(width, height).png().toBuffer()

test('thumbnails show the whole image and never enlarge it', async ({ page, agent, reviewId, open }) => {
  await upload(agent, reviewId, await png(400, 1000), { title: 'Tall' })
  await upload(agent, reviewId, await png(24, 24), { title: 'Icon' })
  await open(`/reviews/${reviewId}`)
  const film = page.getByRole('navigation', { name: 'Evidence' })
  for (const title of ['Tall', 'Icon'])
    await expect(film.getByRole('button', { name: title }).first().locator('img')).toHaveCSS(
      'object-fit',
      'scale-down',
    )
})
