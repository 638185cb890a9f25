import { chromium, type Browser, type Page } from '@playwright/test'
import { chromiumArgs } from '../../../scripts/chromium.mjs'

/** A picture as the browser draws it. The pixels are RGBA, and not multiplied by their opacity. */
export interface Drawn {
  width: number
  height: number
  pixels: Buffer
}

/** How the browser displays a file. */
export interface Shown {
  /** The size of the element, in CSS pixels. */
  width: number
  height: number
  /**
   * For a picture: the picture as a page shows it, then the frames of its animation. For a video: the frame
   * at each requested moment.
   */
  frames: Drawn[]
  /** The duration of each frame of an animation, or of the whole video, in milliseconds. */
  times: number[]
  /**
   * The number of times that an animation is repeated after it has played once; Infinity if it never stops.
   */
  loops: number
  /**
   * The sound of a video: its length in milliseconds, and the loudness of each tenth of a second. Null
   * without sound.
   */
  sound: { ms: number; loudness: number[] } | null
}

let opening: Promise<{ browser: Browser; page: Page }> | undefined

/** Opens a page in a secure context. All files of a worker use the same page. */
async function openPage(): Promise<Page> {
  opening ??= (async () => {
    const browser = await chromium.launch({
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium-headless-shell',
      args: [
        ...chromiumArgs,
        '--disable-gpu',
        '--force-color-profile=srgb',
        '--autoplay-policy=no-user-gesture-required',
      ],
    })
    const page = await browser.newPage()
    await page.route('http://localhost/**', route =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }),
    )
    await page.goto('http://localhost/')
    return { browser, page }
  })()
  return (await opening).page
}

export async function closeBrowser(): Promise<void> {
  const opened = opening
  opening = undefined
  await (await opened)?.browser.close()
}

/**
 * Shows a file in the browser. Shows a video at these moments, in seconds. Returns null if the browser cannot
 * show the file.
 */
export async function show(data: Buffer, mime: string, seconds: number[] = []): Promise<Shown | null> {
  const page = await openPage()
  const sent = { base64: data.toString('base64'), mime, seconds }
  const shown = mime.startsWith('video/')
    ? await page.evaluate(showVideo, sent)
    : await page.evaluate(showPicture, sent)
  if (!shown) return null
  return {
    ...shown,
    frames: shown.frames.map(frame => ({ ...frame, pixels: Buffer.from(frame.pixels, 'base64') })),
  }
}

interface Sent {
  base64: string
  mime: string
  seconds: number[]
}
type SentShown = Omit<Shown, 'frames'> & { frames: (Omit<Drawn, 'pixels'> & { pixels: string })[] }

/** Runs in the page, and therefore uses no functions of this module. */
async function showPicture({ base64, mime }: Sent): Promise<SentShown | null> {
  const bytes = Uint8Array.from(atob(base64), each => each.charCodeAt(0))
  const url = URL.createObjectURL(new Blob([bytes], { type: mime }))
  const image = new Image()
  image.src = url
  try {
    await image.decode()
  } catch {
    return null
  }
  const draw = (source: CanvasImageSource, width: number, height: number) => {
    const canvas = new OffscreenCanvas(width, height)
    const context = canvas.getContext('2d', { willReadFrequently: true })
    context?.drawImage(source, 0, 0, width, height)
    const { data } = context?.getImageData(0, 0, width, height) ?? { data: [] }
    let text = ''
    for (let at = 0; at < data.length; at += 8192) text += String.fromCharCode(...data.slice(at, at + 8192))
    return { width, height, pixels: btoa(text) }
  }
  // Uses the size of the upright picture in its own pixels, because a resolution in EXIF changes the size in
  // CSS pixels.
  const { width, height } = await createImageBitmap(new Blob([bytes], { type: mime })).catch(() => ({
    width: image.naturalWidth,
    height: image.naturalHeight,
  }))
  const shown: SentShown = {
    width,
    height,
    frames: [draw(image, width, height)],
    times: [],
    loops: 0,
    sound: null,
  }
  const decoder = new ImageDecoder({ data: bytes, type: mime })
  try {
    await decoder.completed
    const track = decoder.tracks.selectedTrack
    if (track?.animated && track.frameCount > 1) {
      shown.loops = track.repetitionCount
      for (let frameIndex = 0; frameIndex < track.frameCount; frameIndex++) {
        const { image: frame } = await decoder.decode({ frameIndex })
        shown.times.push((frame.duration ?? 0) / 1000)
        shown.frames.push(draw(frame, frame.displayWidth, frame.displayHeight))
        frame.close()
      }
    }
  } catch {
    // Compares only the picture that the page shows, because the frames of a damaged animation cannot be
    // decoded.
  } finally {
    decoder.close()
    URL.revokeObjectURL(url)
  }
  return shown
}

async function showVideo({ base64, mime, seconds }: Sent): Promise<SentShown | null> {
  const bytes = Uint8Array.from(atob(base64), each => each.charCodeAt(0))
  const url = URL.createObjectURL(new Blob([bytes], { type: mime }))
  const video = document.createElement('video')
  video.muted = true
  video.preload = 'auto'
  const next = (type: string) =>
    new Promise<void>((resolve, reject) => {
      video.addEventListener(type, () => resolve(), { once: true })
      video.addEventListener('error', () => reject(new Error(video.error?.message)), { once: true })
      setTimeout(() => reject(new Error(`no ${type}`)), 10_000)
    })
  document.body.replaceChildren(video)
  video.src = url
  try {
    await next('loadeddata')
    if (!Number.isFinite(video.duration)) {
      const known = next('durationchange')
      video.currentTime = 1e9
      await known
    }
    const { videoWidth: width, videoHeight: height } = video
    if (width === 0) return null
    const canvas = new OffscreenCanvas(width, height)
    const context = canvas.getContext('2d', { willReadFrequently: true })
    const frames = []
    // Seeks to the last moment first. Each further seek goes backward, so a late frame of the previous seek
    // is recognized by its greater time.
    for (const [index, second] of [...seconds].reverse().entries()) {
      const presented = new Promise<void>(resolve => {
        const watch = () =>
          video.requestVideoFrameCallback((_, { mediaTime }) => {
            const isBefore = mediaTime > second + 0.01 || (index === 0 && mediaTime === 0)
            if (isBefore) watch()
            else resolve()
          })
        watch()
        // Stops waiting after 1.5 s, because the browser does not present a frame again that it already
        // shows.
        setTimeout(resolve, 1500)
      })
      const seeked = next('seeked')
      video.currentTime = second
      await Promise.all([seeked, presented])
      context?.clearRect(0, 0, width, height)
      context?.drawImage(video, 0, 0, width, height)
      const { data } = context?.getImageData(0, 0, width, height) ?? { data: [] }
      let text = ''
      for (let at = 0; at < data.length; at += 8192) text += String.fromCharCode(...data.slice(at, at + 8192))
      frames.unshift({ width, height, pixels: btoa(text) })
    }
    // Checks first whether the element plays sound, because `decodeAudioData` also decodes tracks that it
    // does not play.
    const isSilent = 'webkitAudioDecodedByteCount' in video && video.webkitAudioDecodedByteCount === 0
    const sound = isSilent
      ? null
      : await new OfflineAudioContext(1, 48_000, 48_000)
          .decodeAudioData(bytes.buffer.slice(0))
          .then(buffer => {
            const samples = buffer.getChannelData(0)
            const loudness = []
            for (let at = 0; at < samples.length; at += 4800) {
              const part = samples.slice(at, at + 4800)
              loudness.push(Math.sqrt(part.reduce((sum, each) => sum + each * each, 0) / part.length))
            }
            return { ms: buffer.duration * 1000, loudness }
          })
          .catch(() => null)
    return { width, height, frames, times: [video.duration * 1000], loops: 0, sound }
  } catch {
    return null
  } finally {
    video.removeAttribute('src')
    video.load()
    URL.revokeObjectURL(url)
  }
}
