import type { Artifact } from '#shared/contract/artifact'
import { limits } from '#shared/contract/kit/limits'
import { MIB } from '#shared/contract/kit/sizes'
import { extensionOf, kindOf, mimeOfHead, type ArtifactKind } from '#shared/contract/media-types'
import { foreignTypeOfHead, foreignTypeOfName } from '#shared/foreign-types'
import { titleOfFile, titleOfPair } from '#shared/text/file-title'
import { upload as text } from '~/text/evidence'
import { formatDecimal } from '~/ui/page/format'
import { normalizeForSearch } from '~/ui/lists/normalize-for-search'
import { headOf, mimeOf } from './media-type'

/** Returns the reason why a file cannot be uploaded as evidence, or as a revision of `of`; null if it can. */
export function fileError(
  file: { name: string; type: string; size: number },
  of?: { kind: ArtifactKind; title: string },
): string | null {
  const mime = mimeOf(file)
  if (!mime) {
    const foreign = foreignTypeOfName(file)
    return foreign ? text.file.foreign(file.name, foreign) : text.file.unsupported(file.name)
  }
  const kind = kindOf(mime)
  if (of && kind !== of.kind) return text.file.otherKind[of.kind](of.title)
  if (file.size === 0) return text.file.empty
  const maxBytes = kind === 'video' ? limits.videoBytes : limits.imageBytes
  return file.size > maxBytes
    ? text.file.tooLarge[kind](formatDecimal(file.size / MIB), maxBytes / MIB)
    : null
}

/**
 * Returns the reason why the server rejected the content of a file, in words for people; null if its first
 * bytes belong to the type that its name states.
 */
export async function contentError(file: File): Promise<string | null> {
  const head = await headOf(file)
  const foreign = foreignTypeOfHead(head)
  if (foreign) return text.file.foreign(file.name, foreign)
  const found = mimeOfHead(head)
  if (!found) return text.file.unsupported(file.name)
  const stated = mimeOf(file)
  return stated && kindOf(stated) !== kindOf(found)
    ? text.file.misnamed[kindOf(found)](file.name, extensionOf[found])
    : null
}

/**
 * Suggests a title from the words of the file's name. A pasted image has no name of its own, so it gets a
 * default title.
 */
export function suggestTitle(file: { name: string; type: string }): string {
  if (!hasOwnName(file)) return file.type.startsWith('video/') ? text.untitled.video : text.untitled.image
  return titleOfFile(file.name).slice(0, limits.title)
}

/** Returns whether the name of a file says something about its content, unlike the name of a pasted image. */
export const hasOwnName = (file: { name: string }): boolean => !/^(?:image)?$/i.test(titleOfFile(file.name))

/** Matches separators between words, but not between two digits, as in dates, times and versions. */
const SEPARATORS = /(?<!\d)[-_.\s]+|[-_.\s]+(?!\d)/g

/**
 * Suggests a title for a review of files. It consists of the words of the first file's name, without the
 * extension, the density ("@2x") and the number ("01-"). If the files show a screen before and after a
 * change, it is the name of that screen.
 */
export function suggestReviewTitle(files: readonly { name: string; type: string }[]): string {
  const [first] = files
  if (!first) return text.untitled.image
  const words = first.name
    .replace(/\.\w+$/, '')
    .replace(/@\dx$/, '')
    .replace(SEPARATORS, ' ')
    .trim()
    .replace(/^\d+ (?=\D)/, '')
  const isPair = files.length > 1 && /\b(?:before|after)\b/i.test(words)
  const title = isPair ? titleOfPair(words) : words.charAt(0).toUpperCase() + words.slice(1)
  return /^(?:image)?$/i.test(title) ? suggestTitle(first) : title.slice(0, limits.title)
}

/**
 * Suggests the artifact of which a file is the next revision: the only one with the same kind and title. If
 * several have that title, such as one screen at several widths, the size of the picture decides. Returns
 * undefined if the file is a new artifact.
 */
export function suggestArtifact(
  { title, kind, width, height }: { title: string; kind: Artifact['kind']; width?: number; height?: number },
  artifacts: readonly Artifact[],
): Artifact | undefined {
  const name = normalizeForSearch(title.trim())
  const named = artifacts.filter(each => each.kind === kind && normalizeForSearch(each.title) === name)
  const [only, ...others] = named
  if (others.length === 0) return only
  const sized = named.filter(
    ({ currentRevision: shown }) => shown && shown.width === width && shown.height === height,
  )
  return sized.length === 1 ? sized[0] : undefined
}
