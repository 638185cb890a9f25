/** Downloads the attachment at a path of this site. The page stays open even if the download fails. */
export function download(path: string): void {
  const link = Object.assign(document.createElement('a'), { href: path, download: '' })
  link.click()
}
