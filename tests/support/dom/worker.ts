import { onTestFinished, vi } from 'vitest'

/** Replaces the web worker, which happy-dom does not have. The test sends the worker's messages. */
export class FakeWorker {
  onmessage: (event: { data: unknown }) => void = () => {}
  onerror: () => void = () => {}
  terminated = false
  question: unknown

  postMessage(question: unknown): void {
    this.question = question
  }

  terminate(): void {
    this.terminated = true
  }

  send(data: unknown): void {
    this.onmessage({ data })
  }
}

/** Replaces the workers until the end of the test. Returns the workers that the test has created. */
export function stubWorker(): FakeWorker[] {
  const made: FakeWorker[] = []
  vi.stubGlobal(
    'Worker',
    class extends FakeWorker {
      constructor() {
        super()
        made.push(this)
      }
    },
  )
  onTestFinished(() => void vi.unstubAllGlobals())
  return made
}
