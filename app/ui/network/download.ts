/** Downloads what a path of this site sends as an attachment. The page stays, also when that fails. */
export function download(path: string): void {
  const link = Object.assign(document.createElement('a'), { href: path, download: '' })
  link.click()
}
