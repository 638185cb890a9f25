import type { Size } from '#shared/annotation/projection'
import { onTestFinished, vi } from 'vitest'

/** The images that the page loads. The test ends their loading itself, because happy-dom loads no images. */
export interface LoadingImages {
  /** The requested URLs, in order. */
  asked: string[]
  /** Ends the loading of all images of this URL that are being loaded. */
  load: (address: string, size?: Size) => void
  fail: (address: string) => void
}

/** Replaces `Image`: images load or fail when the test calls a function. */
export function stubLoadingImages(): LoadingImages {
  const asked: string[] = []
  let waiting: { address: string; end: (size: Size | null) => void }[] = []

  class FakeImage {
    src = ''
    naturalWidth = 0
    naturalHeight = 0

    decode(): Promise<void> {
      asked.push(this.src)
      return new Promise((resolve, reject) =>
        waiting.push({
          address: this.src,
          end: size => {
            if (!size) return reject(new DOMException('It cannot be decoded.', 'EncodingError'))
            this.naturalWidth = size.width
            this.naturalHeight = size.height
            resolve()
          },
        }),
      )
    }
  }
  vi.stubGlobal('Image', FakeImage)
  onTestFinished(() => void vi.unstubAllGlobals())

  function end(address: string, size: Size | null) {
    const ended = waiting.filter(each => each.address === address)
    waiting = waiting.filter(each => each.address !== address)
    if (ended.length === 0) throw new Error(`Nothing loads ${address}, but ${asked.join(', ')}`)
    for (const each of ended) each.end(size)
  }
  return {
    asked,
    load: (address, size = { width: 640, height: 480 }) => end(address, size),
    fail: address => end(address, null),
  }
}
