import type { RefusedFile } from '#shared/contract/kit/errors'
import { AppError } from '#shared/errors'
import type { Evidence } from './evidence'

/** The codes of errors that concern only one file. The other files of the call can still be published. */
const aboutOneFile = new Set<string>([
  'invalid_request',
  'evidence_limit_reached',
  'file_size_limit_reached',
  'video_length_limit_reached',
  'storage_limit_reached',
])

type Part = Pick<Evidence, 'part' | 'name' | 'index'>

/** The rejected files of a call with their errors, by the index of the file. */
type RefusalsByFile = ReadonlyMap<number, { file: Part; error: AppError }>

/** Collects the rejected files of a call. With `partial`, the call publishes the other files. */
export class Refusals {
  private errors = new Map<number, { file: Part; error: AppError }>()

  constructor(readonly isPartial: boolean) {}

  /**
   * Adds the error of a rejected file. Throws the error instead if it concerns the whole call, or if the call
   * must publish all files or none.
   */
  add(file: Part, error: unknown): void {
    if (!this.isPartial || !(error instanceof AppError) || !aboutOneFile.has(error.code)) throw error
    this.errors.set(file.index, { file, error })
  }

  has({ index }: Pick<Part, 'index'>): boolean {
    return this.errors.has(index)
  }

  /** Returns a copy of the current refusals. {@link restore} accepts it. */
  copy(): RefusalsByFile {
    return new Map(this.errors)
  }

  /** Removes the refusals that were added after the given copy was made. */
  restore(copy: RefusalsByFile): void {
    this.errors = new Map(copy)
  }

  /**
   * Throws the error of the first rejected file, with a list of all rejected files. Does nothing if no file
   * was rejected.
   */
  throwFirst(): void {
    const [first] = this.list()
    if (!first) return
    const { code, message, hint, field, quota } = first.error
    throw new AppError(code, {
      message,
      hint: hint ?? undefined,
      field: field ?? undefined,
      quota,
      refused: this.serialize(),
      cause: first.error,
    })
  }

  serialize(): RefusedFile[] {
    return this.list().map(({ file: { part, name, index }, error: { code, message, hint, quota } }) => ({
      index,
      part,
      file: name,
      error: code,
      message,
      hint,
      ...quota,
    }))
  }

  private list() {
    return [...this.errors.values()].toSorted((one, other) => one.file.index - other.file.index)
  }
}
