import { describe, expect, it } from 'vitest'
import { limits } from '#shared/contract/kit/limits'
import { fileError, suggestReviewTitle, suggestTitle } from '~/evidence/file'
import { mimeOf } from '~/evidence/media-type'

const file = (name: string, type: string, size = 10) => ({ name, type, size })

describe('a file that a person adds', () => {
  it('the media type of an added file comes from the browser, or else from the file name', () => {
    expect(mimeOf(file('a.png', 'image/png'))).toBe('image/png')
    expect(mimeOf(file('a.webm', 'video/webm;codecs=vp9'))).toBe('video/webm')
    expect(mimeOf(file('A.JPG', ''))).toBe('image/jpeg')
    expect(mimeOf(file('a.QT', ''))).toBe('video/quicktime')
    expect(mimeOf(file('a.avif', ''))).toBe('image/avif')
    expect(mimeOf(file('a.png', 'image/svg+xml'))).toBeNull()
    expect(mimeOf(file('noending', ''))).toBeNull()
  })

  it('an added file that cannot be evidence is rejected, and the error states the reason', () => {
    expect(fileError(file('a.png', 'image/png'))).toBeNull()
    expect(fileError(file('a.txt', 'text/plain'))).toContain('PNG, JPEG')
    expect(fileError(file('a.mov', 'video/quicktime'))).toBeNull()
    expect(fileError(file('a.avi', 'video/x-msvideo'))).toBe(
      'The file is an AVI video. Export it as MP4 (H.264).',
    )
    expect(fileError(file('IMG_1.HEIC', ''))).toBe('The file is a HEIC image. Export it as PNG or JPEG.')
    expect(fileError(file('a.png', 'image/png', 0))).toBe('The file is empty.')
    expect(fileError(file('a.png', 'image/png', limits.imageBytes + 1))).toBe(
      'The file is 50.0 MiB. The limit for images is 50 MiB.',
    )
    expect(fileError(file('a.mp4', 'video/mp4', limits.imageBytes + 1))).toBeNull()
    expect(fileError(file('a.mp4', 'video/mp4'), { kind: 'image', title: 'Home' })).toContain(
      '“Home” must be an image',
    )
  })

  it('an added file gets a suggested title from its file name', () => {
    expect(suggestTitle(file('settings-page_dark.png', 'image/png'))).toBe('Settings page dark')
    expect(suggestTitle(file('image.png', 'image/png'))).toBe('Screenshot')
    expect(suggestTitle(file('.webm', 'video/webm'))).toBe('Video')
    expect(suggestTitle(file(`${'x'.repeat(300)}.png`, 'image/png'))).toHaveLength(limits.title)
  })
})

describe('a review of added files', () => {
  it.each([
    [['checkout_totals-wrap.png'], 'Checkout totals wrap'],
    [['01-cart.final@2x.png', '02-payment.png'], 'Cart final'],
    [['Screenshot 2026-05-12 at 10.32.17.png'], 'Screenshot 2026-05-12 at 10.32.17'],
    [['cart-before.png', 'cart-after.png'], 'Cart'],
    [['before.png', 'after.png'], 'Before and after'],
    [['after-login.png'], 'After login'],
    [['404.png'], '404'],
    [['image.png'], 'Screenshot'],
    [['_.webm'], 'Video'],
  ])('the suggested title for a review of the files %j is %j', (names, title) =>
    expect(
      suggestReviewTitle(names.map(name => file(name, name.endsWith('webm') ? 'video/webm' : 'image/png'))),
    ).toBe(title),
  )
})
