import { describe, expect, it } from 'vitest'
import { MediaError } from '~~/server/media/error'
import { assertMatches, inspect } from '~~/server/media/inspect'
import { fileSource } from '~~/server/byte-source'
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
  it('knows the six accepted types by their bytes', async () => {
    expect(await inspect(await sourceOf(await pngImage(4, 4)))).toBe('image/png')
    expect(await inspect(await sourceOf(await picture(4, 4).jpeg().toBuffer()))).toBe('image/jpeg')
    expect(await inspect(await sourceOf(await picture(4, 4).webp().toBuffer()))).toBe('image/webp')
    expect(await inspect(await sourceOf(await animation(4, 4, 2)))).toBe('image/gif')
    expect(await inspect(await fileSource(samplePath('plain.mp4')))).toBe('video/mp4')
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
    ['of no known media type', 'a'],
    ['of no known media type', 'only words'],
  ])('rejects %s with a message that names it', async (name, bytes) => {
    const failure = await failureOf(inspect(await sourceOf(bytes)))
    expect(failure).toMatchObject({ name: 'MediaError', reason: 'wrong_type' })
    expect((failure as MediaError).message).toContain(name)
  })

  it('refuses AVIF, HEIC and QuickTime, which share the signature of mp4', async () => {
    await expect(
      inspect(await sourceOf(await picture(16, 16).avif({ effort: 0 }).toBuffer())),
    ).rejects.toThrow('AVIF')
    await expect(inspect(await sourceOf(ftyp('heic', 'mif1', 'heic')))).rejects.toThrow('HEIC')
    await expect(inspect(await sourceOf(ftyp('qt  ', 'qt  ')))).rejects.toThrow('QuickTime')
  })

  it('reads the compatible brands too: a picture may call itself a film first', async () => {
    await expect(inspect(await sourceOf(ftyp('mp42', 'isom', 'avif')))).rejects.toThrow('AVIF')
    await expect(inspect(await sourceOf(ftyp('miaf', 'heic')))).rejects.toThrow(MediaError)
    expect(await inspect(await sourceOf(ftyp('mp42', 'isom', 'iso5')))).toBe('video/mp4')
  })

  it('refuses Matroska, which shares the signature of webm', async () => {
    await expect(inspect(await fileSource(samplePath('matroska.mkv')))).rejects.toThrow(/Matroska/)
  })

  it('holds bytes to the declared type and names both', async () => {
    await expect(
      assertMatches(await sourceOf(await picture(4, 4).jpeg().toBuffer()), 'image/png'),
    ).rejects.toThrow('image/jpeg, not image/png')
    await expect(assertMatches(await sourceOf('<!doctype html><p>'), 'image/png')).rejects.toThrow(
      'The bytes are an HTML document, not image/png',
    )
    await expect(assertMatches(await sourceOf(await pngImage(4, 4)), 'image/png')).resolves.toBeUndefined()
  })
})
