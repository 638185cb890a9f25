/**
 * Makes a URL slug from a name. It consists of lower case letters and digits of any script, without accents,
 * and of hyphens between words. Two names can have the same slug.
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
