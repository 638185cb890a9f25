import { describe, expect, it } from 'vitest'
import { MediaError } from '~~/server/media/error'
import { assertMatches, inspect, inspectPicture } from '~~/server/media/inspect'
import { fileSource } from '~~/server/bytes/byte-source'
import { animation, picture, pngImage } from '../../support/media/samples'
import { failureOf, sourceOf, samplePath } from './sources'

const ftyp = (major: string, ...compatible: string[]) => {
  const brands = [major, '\0\0\0\0', ...compatible].join('')
  return Buffer.concat([
    Buffer.from([0, 0, 0, 8 + brands.length]),
    Buffer.from(`ftyp${brands}`, 'latin1'),
    Buffer.alloc(64),
  ])
}

describe('inspect', () => {
  it('`inspect` detects the accepted media types from the bytes', async () => {
    expect(await inspect(await sourceOf(await pngImage(4, 4)))).toBe('image/png')
    expect(await inspect(await sourceOf(await picture(4, 4).jpeg().toBuffer()))).toBe('image/jpeg')
    expect(await inspect(await sourceOf(await picture(4, 4).webp().toBuffer()))).toBe('image/webp')
    expect(await inspect(await sourceOf(await animation(4, 4, 2)))).toBe('image/gif')
    expect(await inspect(await sourceOf(await picture(16, 16).avif().toBuffer()))).toBe('image/avif')
    expect(await inspect(await sourceOf(ftyp('mif1', 'miaf', 'avif')))).toBe('image/avif')
    expect(await inspect(await fileSource(samplePath('plain.mp4')))).toBe('video/mp4')
    expect(await inspect(await sourceOf(ftyp('qt  ', 'qt  ')))).toBe('video/quicktime')
    expect(await inspect(await fileSource(samplePath('live.webm')))).toBe('video/webm')
    expect(await inspect(await fileSource(samplePath('browser.webm')))).toBe('video/webm')
  })

  it.each([
    ['an HTML document', '<!DOCTYPE html><script>alert(1)</script>'],
    ['an HTML document', '<!-- saved page -->\n<html></html>'],
    ['an SVG document', '<svg xmlns="http://www.w3.org/2000/svg"></svg>'],
    ['an SVG document', '\uFEFF<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"></svg>'],
    ['an XML document', '<?xml version="1.0"?><feed/>'],
    ['an executable script', '#!/bin/sh\nrm -rf /\n'],
    ['a Windows executable', 'MZ\u0090\u0000\u0003'],
    ['an ELF executable', '\u007FELF\u0002\u0001\u0001'],
    ['a Mach-O executable', Buffer.from('cffaedfe0c000001', 'hex')],
    ['a ZIP archive', 'PK\u0003\u0004\u0014\u0000\u0000\u0000\u0008\u0000aaaabbbbccccddddeeee'],
    ['a PDF document', '%PDF-1.7\n'],
    ['empty', '    '],
    ['empty', ''],
    ['of an unknown media type', 'a'],
    ['of an unknown media type', 'only words'],
  ])('the error for a file that `inspect` rejects says that the file is %s', async (name, bytes) => {
    const failure = await failureOf(inspect(await sourceOf(bytes)))
    expect(failure).toMatchObject({ name: 'MediaError', reason: 'wrong_type' })
    expect((failure as MediaError).message).toContain(name)
  })

  it('`inspect` rejects animated AVIF and HEIC, which share the signature of MP4', async () => {
    await expect(inspect(await sourceOf(ftyp('avif', 'avis', 'mif1')))).rejects.toThrow('an animated AVIF')
    await expect(inspect(await sourceOf(ftyp('heic', 'mif1', 'heic')))).rejects.toThrow('HEIC')
  })

  it('a file with the main brand MP4 is rejected if its compatible brands include a picture', async () => {
    await expect(inspect(await sourceOf(ftyp('mp42', 'isom', 'heic')))).rejects.toThrow('HEIC')
    await expect(inspect(await sourceOf(ftyp('miaf', 'heic')))).rejects.toThrow(MediaError)
    expect(await inspect(await sourceOf(ftyp('mp42', 'isom', 'iso5')))).toBe('video/mp4')
  })

  it.each([
    ['\0\0\0\u0008wide\0\0\0\u0010mdat', 'an old QuickTime movie', 'Export it as MP4 (H.264).'],
    [ftyp('heic', 'mif1', 'heic'), 'a HEIC image', 'Export it as PNG or JPEG.'],
    [ftyp('mif1', 'miaf'), 'a HEIF image', 'Export it as PNG or JPEG.'],
    [
      ftyp('avis', 'avif', 'mif1'),
      'an animated AVIF',
      'Export it as an animated WebP or GIF, or as MP4 (H.264).',
    ],
    ['RIFF\u0001\0\0\0AVI LIST', 'an AVI video', 'Export it as MP4 (H.264).'],
    ['II*\0\u0008\0\0\0', 'a TIFF image', 'Export it as PNG or JPEG.'],
    ['%PDF-1.7\n', 'a PDF document', 'Export its pages as PNG.'],
    ['<svg xmlns="http://www.w3.org/2000/svg"></svg>', 'an SVG document', 'Export it as PNG.'],
  ])('`inspect` reports that %j is %s, and names an accepted type', async (bytes, name, hint) => {
    expect(await failureOf(inspect(await sourceOf(bytes)))).toMatchObject({
      reason: 'wrong_type',
      message: `The bytes are ${name}, which is not accepted.`,
      hint,
    })
  })

  it('inspectPicture accepts only pictures, and its hint lists the accepted types', async () => {
    const movie = await sourceOf('RIFF\u0001\0\0\0AVI LIST')
    expect(await failureOf(inspectPicture(movie))).toMatchObject({
      message: 'The bytes are an AVI video, which is not accepted.',
      hint: 'Send one of image/png, image/jpeg, image/webp, image/gif, image/avif.',
    })
    expect(await failureOf(assertMatches(movie, 'image/png'))).toMatchObject({
      hint: expect.stringContaining('image/png'),
    })
    expect(await failureOf(inspectPicture(await fileSource(samplePath('plain.mp4'))))).toMatchObject({
      message: 'The bytes are video/mp4, which is not accepted.',
    })
    expect(await inspectPicture(await sourceOf(await pngImage(4, 4)))).toBe('image/png')
  })

  it.each(['M4V ', '3gp4', 'f4v '])('`inspect` accepts the brand %j as MP4, as browsers do', async brand => {
    expect(await inspect(await sourceOf(ftyp(brand, 'isom', 'mp42')))).toBe('video/mp4')
  })

  it('`inspect` rejects Matroska, although it shares the signature of WebM', async () => {
    await expect(inspect(await fileSource(samplePath('matroska.mkv')))).rejects.toThrow(/Matroska/)
  })

  it('assertMatches rejects bytes of another type than declared; the error states both types', async () => {
    await expect(
      assertMatches(await sourceOf(await picture(4, 4).jpeg().toBuffer()), 'image/png'),
    ).rejects.toThrow('image/jpeg, not image/png')
    await expect(assertMatches(await sourceOf('<!doctype html><p>'), 'image/png')).rejects.toThrow(
      'The bytes are an HTML document, not image/png',
    )
    await expect(assertMatches(await sourceOf(await pngImage(4, 4)), 'image/png')).resolves.toBeUndefined()
  })
})
