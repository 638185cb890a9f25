import { onTestFinished, vi } from 'vitest'

/** A PUT of bytes that the page sends; the test is the server. */
export interface SentFile {
  path: string
  body: Blob
  aborted: () => boolean
  /** Reports how much has arrived; `share` is from 0 to 1. */
  receive: (share: number) => void
  /** Responds as the server; an upload address sends errors flat. */
  respond: (status: number, body?: object) => void
  /** Breaks the connection. */
  breakOff: () => void
}

/** Replaces `XMLHttpRequest`, which sends files. Returns the sent requests, newest last. */
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
 * Replaces the decoding of images, which happy-dom lacks: every image has this size; null: none can be read.
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

/** A PNG of this name, by its name and type; the server reads the bytes. */
export const png = (name: string) => new File(['bytes'], `${name}.png`, { type: 'image/png' })
