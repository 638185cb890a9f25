/**
 * Returns a URL slug made from a name: lower case letters and digits of any script, without accents, with
 * hyphens between words. Not unique.
 */
export function slugOf(name: string): string {
  const slug = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
  return slug === '' ? 'project' : slug
}
