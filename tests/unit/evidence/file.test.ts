import { describe, expect, it } from 'vitest'
import { limits } from '#shared/contract/kit/limits'
import { contentError, fileError, suggestReviewTitle, suggestTitle } from '~/evidence/file'
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
      '“a.avi” is an AVI video. Export it as MP4 (H.264).',
    )
    expect(fileError(file('IMG_1.HEIC', ''))).toBe('“IMG_1.HEIC” is a HEIC image. Export it as PNG or JPEG.')
    expect(fileError(file('a.png', 'image/png', 0))).toBe('The file is empty.')
    expect(fileError(file('a.png', 'image/png', limits.imageBytes + 1))).toBe(
      'The file is 50.0 MiB. The limit for images is 50 MiB.',
    )
    expect(fileError(file('a.mp4', 'video/mp4', limits.imageBytes + 1))).toBeNull()
    expect(fileError(file('a.mp4', 'video/mp4'), { kind: 'image', title: 'Home' })).toContain(
      '“Home” must be an image',
    )
  })

  it('a file whose content was rejected is described by its name, its content and what to do', async () => {
    const reason = (name: string, type: string, content: string) =>
      contentError(new File([Uint8Array.from(content, each => each.charCodeAt(0))], name, { type }))
    expect(await reason('a.png', 'image/png', 'only words')).toBe(
      '“a.png” is not an image or a video that can be shown. Save it as PNG, JPEG, WebP, GIF, AVIF, MP4, ' +
        'MOV or WebM, and add it again.',
    )
    expect(await reason('a.png', 'image/png', 'BM\0\0\0\0\0\0\0\0')).toBe(
      '“a.png” is a BMP image. Export it as PNG.',
    )
    expect(await reason('a.png', 'image/png', '\0\0\0\x18ftypisom')).toBe(
      '“a.png” is a video. Let its name end in “.mp4”, and add it again.',
    )
    expect(await reason('a.png', 'image/png', '\x89PNG\r\n\x1a\n')).toBeNull()
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
