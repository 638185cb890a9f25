import { onTestFinished, vi } from 'vitest'

/** The values that the simulated browser reports about every video. A test may change these values. */
interface DecodedVideo {
  /** Infinity if the file does not state its duration. The browser then finds the duration by seeking. */
  duration: number
  /** The duration that the browser finds by seeking past the end. */
  realDuration?: number
  broken?: boolean
  /** The size of an encoded canvas in bytes. */
  frameBytes?: number
  /** The size of the video in pixels. The default is 640 × 360. */
  size?: { width: number; height: number }
}

/** The videos that the page decodes. */
export interface Decoder {
  /** The times that the page sought, in seconds, in order. */
  sought: number[]
  /** Returns the number of videos that currently hold a decoder. */
  open: () => number
  /** The sizes of the encoded canvases, in order. */
  encoded: { width: number; height: number }[]
}

/** Replaces the decoding of videos and the encoding of canvases, which happy-dom does not have. */
export function stubDecoder(video: DecodedVideo): Decoder {
  const sought: number[] = []
  const encoded: Decoder['encoded'] = []
  const open = new Set<HTMLVideoElement>()
  const times = new WeakMap<object, number>()
  let { duration } = video
  const fire = (element: HTMLVideoElement, ...types: string[]) =>
    queueMicrotask(() => {
      for (const type of types) element.dispatchEvent(new Event(type))
    })

  const replaced: [object, string, PropertyDescriptor][] = [
    [
      HTMLVideoElement.prototype,
      'src',
      {
        set(this: HTMLVideoElement) {
          open.add(this)
          fire(this, ...(video.broken ? ['error'] : ['loadedmetadata', 'loadeddata']))
        },
      },
    ],
    [
      HTMLVideoElement.prototype,
      'currentTime',
      {
        get(this: HTMLVideoElement) {
          return times.get(this) ?? 0
        },
        set(this: HTMLVideoElement, to: number) {
          sought.push(to)
          times.set(this, to)
          if (duration === Infinity) duration = video.realDuration ?? Infinity
          fire(this, 'durationchange', 'seeked')
        },
      },
    ],
    [HTMLVideoElement.prototype, 'duration', { get: () => duration }],
    [HTMLVideoElement.prototype, 'videoWidth', { get: () => video.size?.width ?? 640 }],
    [HTMLVideoElement.prototype, 'videoHeight', { get: () => video.size?.height ?? 360 }],
    [
      HTMLVideoElement.prototype,
      'load',
      {
        value(this: HTMLVideoElement) {
          open.delete(this)
        },
      },
    ],
    [
      HTMLCanvasElement.prototype,
      'toBlob',
      {
        value(this: HTMLCanvasElement, done: BlobCallback) {
          encoded.push({ width: this.width, height: this.height })
          done(new Blob(['j'.repeat(video.frameBytes ?? 4)], { type: 'image/jpeg' }))
        },
      },
    ],
  ]
  for (const [target, name, descriptor] of replaced) {
    const before = Object.getOwnPropertyDescriptor(target, name)
    Object.defineProperty(target, name, { configurable: true, ...descriptor })
    onTestFinished(() => {
      if (before) Object.defineProperty(target, name, before)
      else Reflect.deleteProperty(target, name)
    })
  }
  const freed = vi.spyOn(URL, 'revokeObjectURL')
  onTestFinished(() => freed.mockRestore())
  return { sought, encoded, open: () => open.size }
}
