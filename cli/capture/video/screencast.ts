import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Session } from '../browser/cdp'
import type { Cleanup } from '../cleanup'

/**
 * A frame of a recording. Its picture is in a file, because all pictures together may be larger than the
 * memory.
 */
export interface Frame {
  /** When the frame was shown, in epoch milliseconds. */
  at: number
  read: () => Promise<Buffer>
}

/** A running recording of the view of a tab. */
export interface Screencast {
  /** Ends the recording. Returns its frames, and the moment at which it ended. */
  stop: () => Promise<{ frames: Frame[]; end: number }>
}

/** The minimum time between two frames, in milliseconds. */
const FRAME_MS = 40

/** Starts to record the view of a tab. The browser sends a picture whenever the page looks different. */
export async function startScreencast(
  { send, on }: Session,
  { width, height, cleanup }: { width: number; height: number; cleanup: Cleanup },
): Promise<Screencast> {
  const folder = await mkdtemp(join(tmpdir(), 'exhibit-frames-'))
  const frames: Frame[] = []
  let isRunning = true
  let written: Promise<unknown> = Promise.resolve()
  cleanup.add(async () => {
    isRunning = false
    await written.catch(() => {})
    await rm(folder, { recursive: true, force: true })
  })
  on<{ data: string; sessionId: number; metadata: { timestamp?: number } }>(
    'Page.screencastFrame',
    ({ data, sessionId, metadata }) => {
      void send('Page.screencastFrameAck', { sessionId }).catch(() => {})
      if (!isRunning) return
      const at = metadata.timestamp === undefined ? Date.now() : metadata.timestamp * 1000
      const last = frames.at(-1)
      // If a frame follows the previous one too soon, it replaces the previous one and keeps its time.
      const isReplaced = last !== undefined && at - last.at < FRAME_MS
      const path = join(folder, `${isReplaced ? frames.length - 1 : frames.length}.jpeg`)
      const frame = { at: isReplaced ? last.at : at, read: async () => readFile(path) }
      frames.splice(isReplaced ? -1 : frames.length, 1, frame)
      written = written.then(async () => writeFile(path, Buffer.from(data, 'base64')))
      // The error is ignored here, because `stop` throws it.
      written.catch(() => {})
    },
  )
  await send('Page.startScreencast', {
    format: 'jpeg',
    quality: 95,
    maxWidth: width,
    maxHeight: height,
    everyNthFrame: 1,
  })
  return {
    async stop() {
      await send('Page.stopScreencast')
      isRunning = false
      await written
      return { frames, end: Date.now() }
    },
  }
}
