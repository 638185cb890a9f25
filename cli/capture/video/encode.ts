import { BufferTarget, EncodedPacket, EncodedVideoPacketSource, Output, WebMOutputFormat } from 'mediabunny'
import { Failure } from '../../failure'
import { writeFileAtomically } from '../../write-file-atomically'
import type { Browser } from '../browser/browser'
import { callOf, evaluate } from '../browser/evaluate'
import { encodeFrame, startEncoder, type EncodedChunk } from './encoder'
import type { Frame } from './screencast'

/**
 * The URL of a page that only the encoder uses. It is a secure origin, because WebCodecs are not available on
 * others.
 */
const ENCODER_URL = 'https://encoder.exhibit.invalid/'
/**
 * The time in milliseconds after which the next frame is a key frame. A player can begin only at a key frame.
 */
const KEY_FRAME_MS = 2000

/**
 * Writes frames as a WebM file. The browser that recorded them encodes them with its WebCodecs, so that no
 * other program is needed. Throws a failure if the browser has no video encoder.
 */
export async function encodeVideo(
  browser: Browser,
  { frames, end }: { frames: Frame[]; end: number },
  { width, height, path }: { width: number; height: number; path: string },
): Promise<void> {
  const { close, ...session } = await browser.newTab({ width: 100, height: 100 })
  const { send, on } = session
  on<{ requestId: string }>('Fetch.requestPaused', ({ requestId }) => {
    void send('Fetch.fulfillRequest', { requestId, responseCode: 200, body: '' }).catch(() => {})
  })
  await send('Page.enable')
  await send('Fetch.enable')
  const loaded = new Promise<void>(resolve => on('Page.loadEventFired', () => resolve()))
  await send('Page.navigate', { url: ENCODER_URL })
  await loaded
  const call = <A extends unknown[], T>(run: (...args: A) => T, ...args: A) =>
    evaluate<Awaited<T>>(session, callOf(run, ...args))

  const codec = await call(startEncoder, width, height)
  if (codec === null)
    throw new Failure(
      'no_encoder',
      'This browser cannot encode videos.',
      'Set CHROME_PATH to a newer Chrome or Chromium, or record with another program and push the file.',
    )
  const source = new EncodedVideoPacketSource(codec)
  const output = new Output({ format: new WebMOutputFormat(), target: new BufferTarget() })
  output.addVideoTrack(source)
  await output.start()
  const start = frames[0]?.at ?? end
  let lastKey = -Infinity
  let isFirst = true
  const add = async (chunks: EncodedChunk[]) => {
    for (const { data, type, timestamp, duration } of chunks) {
      const packet = new EncodedPacket(Buffer.from(data, 'base64'), type, timestamp / 1e6, duration / 1e6)
      await source.add(
        packet,
        isFirst
          ? {
              decoderConfig: {
                codec: codec === 'vp9' ? 'vp09.00.40.08' : 'vp8',
                codedWidth: width,
                codedHeight: height,
              },
            }
          : {},
      )
      isFirst = false
    }
  }
  for (const [index, frame] of frames.entries()) {
    const isKey = frame.at - lastKey >= KEY_FRAME_MS
    if (isKey) lastKey = frame.at
    const until = frames[index + 1]?.at ?? Math.max(end, frame.at + 100)
    const picture = (await frame.read()).toString('base64')
    const isLast = index === frames.length - 1
    await add(
      await call(encodeFrame, {
        picture,
        timestamp: Math.round((frame.at - start) * 1000),
        duration: Math.round((until - frame.at) * 1000),
        isKey,
        isLast,
      }),
    )
  }
  await output.finalize()
  await close()
  await writeFileAtomically(path, new Uint8Array(output.target.buffer ?? new ArrayBuffer()))
}
