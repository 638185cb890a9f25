import type { DifferenceMessage, DifferenceRequest } from './difference.worker'

/**
 * Starts a worker that computes the difference of two images. `receive` gets its messages; the last one has
 * the type `done` or `failed`. A worker that cannot be loaded fails too. The worker ends after the last
 * message. Returns a function that ends it earlier.
 */
export function startDifference(
  request: DifferenceRequest,
  receive: (message: DifferenceMessage) => void,
): () => void {
  const worker = new Worker(new URL('./difference.worker.ts', import.meta.url), { type: 'module' })
  const end = () => {
    worker.terminate()
  }
  const take = (message: DifferenceMessage) => {
    if (message.type === 'done' || message.type === 'failed') end()
    receive(message)
  }
  worker.onmessage = ({ data }: MessageEvent<DifferenceMessage>) => {
    take(data)
  }
  worker.onerror = () => {
    take({ type: 'failed', isHidden: false })
  }
  worker.postMessage(request)
  return end
}
