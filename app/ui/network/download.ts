/** Downloads the attachment at a path of this site. The page stays, even if that fails. */
export function download(path: string): void {
  const link = Object.assign(document.createElement('a'), { href: path, download: '' })
  link.click()
}
