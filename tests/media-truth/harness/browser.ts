import { chromium, type Browser, type Page } from '@playwright/test'
import { chromiumArgs } from '../../../scripts/chromium.mjs'

/** A picture as the browser draws it: RGBA, not premultiplied. */
export interface Drawn {
  width: number
  height: number
  pixels: Buffer
}

/** The display of a file in the browser; null where there is none. */
export interface Shown {
  /** The size of the element, in CSS pixels. */
  width: number
  height: number
  /** The frames of an animation or video, at times of their own, or the one picture. */
  frames: Drawn[]
  /** The milliseconds of each frame of an animation, or the length of a video. */
  times: number[]
  /** The number of times that an animation plays after the first; Infinity without end. */
  loops: number
  /** The sound of a video: its length in milliseconds, and its loudness in each tenth of a second. */
  sound: { ms: number; loudness: number[] } | null
}

let opening: Promise<{ browser: Browser; page: Page }> | undefined

/** Opens a page of a secure context, once for all files of a worker. */
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

/** Shows a file in the browser. `seconds`: the moments of a video to look at. */
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

/** Runs in the page, so that it uses nothing of this module. */
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
  // The size is in pixels of the file, upright: a resolution in EXIF makes another size of CSS pixels.
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
    // The frames of a damaged animation are not decoded: only the element's picture is compared.
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
    // Moments are visited from the end, so that a frame that was presented for the moment before differs in
    // its time.
    for (const [index, second] of [...seconds].reverse().entries()) {
      const presented = new Promise<void>(resolve => {
        const watch = () =>
          video.requestVideoFrameCallback((_, { mediaTime }) => {
            const isBefore = mediaTime > second + 0.01 || (index === 0 && mediaTime === 0)
            if (isBefore) watch()
            else resolve()
          })
        watch()
        // A frame that is shown already is not presented again.
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
    // The decoder of sound alone reads tracks that the element does not play.
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
