import type { Mime } from '#shared/contract/kit/fields'

const extensions: Record<Mime, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
}

/**
 * Returns a file name for a download: the title without characters that file systems refuse, and the
 * revision.
 */
export function fileNameOf(title: string, index: number, mime: Mime): string {
  const base = title
    .normalize('NFC')
    .replace(/[\p{C}/\\:*?"<>|]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '')
  // Cut between code points: half a surrogate pair cannot be encoded in a header.
  const short = Array.from(base).slice(0, 120).join('').trim()
  return `${short === '' ? 'evidence' : short} r${index}.${extensions[mime]}`
}
