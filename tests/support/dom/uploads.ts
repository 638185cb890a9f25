import { onTestFinished, vi } from 'vitest'

/** A PUT request with which the page sends bytes. The test acts as the server. */
export interface SentFile {
  path: string
  body: Blob
  aborted: () => boolean
  /** Reports the share of the bytes that has arrived, from 0 to 1. */
  receive: (share: number) => void
  /**
   * Sends a response to the page. In errors of an upload URL, the fields are at the top level of the body.
   */
  respond: (status: number, body?: object) => void
  /** Breaks the connection. */
  breakOff: () => void
}

/** Replaces `XMLHttpRequest`, with which the page sends files. Returns the sent requests, the newest last. */
export function stubUploads(): SentFile[] {
  const sent: SentFile[] = []
  class Request extends EventTarget {
    readonly upload = new EventTarget()
    status = 0
    responseText = ''
    private path = ''
    private isAborted = false

    open(_method: string, path: string): void {
      this.path = path
    }

    abort(): void {
      if (this.isAborted) return
      this.isAborted = true
      this.dispatchEvent(new Event('abort'))
    }

    send(body: Blob): void {
      sent.push({
        path: this.path,
        body,
        aborted: () => this.isAborted,
        receive: share =>
          void this.upload.dispatchEvent(
            Object.assign(new Event('progress'), { loaded: share * body.size, total: body.size }),
          ),
        respond: (status, response = {}) => {
          this.status = status
          this.responseText = JSON.stringify(response)
          this.dispatchEvent(new Event('load'))
        },
        breakOff: () => void this.dispatchEvent(new Event('error')),
      })
    }
  }
  vi.stubGlobal('XMLHttpRequest', Request)
  onTestFinished(() => void vi.unstubAllGlobals())
  return sent
}

/**
 * Replaces the decoding of images, which happy-dom lacks. Every image has this size. With null, no image can
 * be decoded.
 */
export function stubImages(size: { width: number; height: number } | null): void {
  vi.stubGlobal(
    'Image',
    class {
      src = ''
      naturalWidth = size?.width ?? 0
      naturalHeight = size?.height ?? 0

      async decode(): Promise<void> {
        if (!size) throw new DOMException('The source image cannot be decoded.', 'EncodingError')
      }
    },
  )
  onTestFinished(() => void vi.unstubAllGlobals())
}

/**
 * Returns a file with the name and the type of a PNG. Its bytes do not matter, because only the server reads
 * them.
 */
export const png = (name: string) => new File(['bytes'], `${name}.png`, { type: 'image/png' })
