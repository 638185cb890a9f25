// Functions that run inside the tab that encodes videos. Each function is sent to the tab as text, so it uses
// nothing from outside of itself, and no syntax for which the bundler would add helpers.

/** An encoded frame. Times are in microseconds; `data` is Base64. */
export interface EncodedChunk {
  data: string
  type: 'key' | 'delta'
  timestamp: number
  duration: number
}

/** The state that the functions share, in the global object of the tab. */
interface EncoderTab {
  encoder: VideoEncoder
  canvas: OffscreenCanvas
  chunks: EncodedChunk[]
  isConstantQuality: boolean
}

/**
 * Starts a video encoder in this tab. Returns its codec; null if the browser has no encoder for this size.
 */
export async function startEncoder(width: number, height: number): Promise<'vp9' | 'vp8' | null> {
  if (typeof VideoEncoder === 'undefined') return null
  const size = { width, height }
  const candidates: [name: 'vp9' | 'vp8', config: VideoEncoderConfig][] = [
    // A constant quantizer gives each frame the same quality: texts stay sharp, and frames without changes
    // take few bytes.
    ['vp9', { ...size, codec: 'vp09.00.40.08', bitrateMode: 'quantizer' }],
    ['vp9', { ...size, codec: 'vp09.00.40.08', bitrate: 4_000_000 }],
    ['vp8', { ...size, codec: 'vp8', bitrate: 6_000_000 }],
  ]
  for (const [name, config] of candidates) {
    const support = await VideoEncoder.isConfigSupported(config).catch(() => null)
    if (!support?.supported) continue
    const chunks: EncodedChunk[] = []
    const encoder = new VideoEncoder({
      output: chunk => {
        const bytes = new Uint8Array(chunk.byteLength)
        chunk.copyTo(bytes)
        let binary = ''
        for (const byte of bytes) binary += String.fromCharCode(byte)
        const { type, timestamp, duration } = chunk
        chunks.push({ data: btoa(binary), type, timestamp, duration: duration ?? 0 })
      },
      // The error is ignored here, because the next call of the encoder throws the same error.
      error: () => {},
    })
    encoder.configure(config)
    const tab: EncoderTab = {
      encoder,
      canvas: new OffscreenCanvas(width, height),
      chunks,
      isConstantQuality: config.bitrateMode === 'quantizer',
    }
    Object.assign(globalThis, { exhibit: tab })
    return name
  }
  return null
}

/**
 * Encodes a JPEG picture as the next frame. Returns the encoded frames that are ready; with `isLast`, waits
 * for all of them.
 */
export async function encodeFrame(frame: {
  picture: string
  timestamp: number
  duration: number
  isKey: boolean
  isLast: boolean
}): Promise<EncodedChunk[]> {
  const { encoder, canvas, chunks, isConstantQuality } = (globalThis as unknown as { exhibit: EncoderTab })
    .exhibit
  const response = await fetch(`data:image/jpeg;base64,${frame.picture}`)
  const bitmap = await createImageBitmap(await response.blob())
  canvas.getContext('2d', { alpha: false })?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  const { timestamp, duration } = frame
  const video = new VideoFrame(canvas, { timestamp, duration })
  encoder.encode(video, { keyFrame: frame.isKey, ...(isConstantQuality ? { vp9: { quantizer: 24 } } : {}) })
  video.close()
  if (frame.isLast || encoder.encodeQueueSize > 8) await encoder.flush()
  return chunks.splice(0)
}
