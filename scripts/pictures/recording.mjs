import { writeFile } from 'node:fs/promises'
import sharp from 'sharp'

/** The time in milliseconds for which the last picture is shown, and the width of the recording in pixels. */
const LAST = 2500
const WIDTH = 960

/**
 * Draws a mouse pointer in the page, because screenshots of a page do not contain the pointer of the system.
 */
function showPointer() {
  addEventListener('DOMContentLoaded', () => {
    const pointer = document.createElement('div')
    Object.assign(pointer.style, {
      position: 'fixed',
      zIndex: 2147483647,
      width: '18px',
      height: '18px',
      margin: '-9px',
      borderRadius: '50%',
      border: '2px solid #fff',
      background: 'rgb(24 24 27 / 0.7)',
      pointerEvents: 'none',
    })
    // The pointer is in the top layer, so that it is above cards and dialogs too.
    pointer.popover = 'manual'
    document.documentElement.append(pointer)
    addEventListener('mousemove', ({ clientX, clientY }) => {
      if (pointer.matches(':popover-open')) pointer.hidePopover()
      pointer.showPopover()
      Object.assign(pointer.style, { inset: 'auto', left: `${clientX}px`, top: `${clientY}px` })
    })
  })
}

/**
 * Records the view of a page while `act` runs, as an animated WebP picture that starts again at its end.
 * `open` loads the page first. Chromium sends a picture whenever the page changes.
 */
export async function recordPage(page, path, open, act) {
  await page.addInitScript(showPointer)
  await open()
  const frames = []
  const devtools = await page.context().newCDPSession(page)
  devtools.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    frames.push({ data: Buffer.from(data, 'base64'), at: metadata.timestamp * 1000 })
    void devtools.send('Page.screencastFrameAck', { sessionId })
  })
  await devtools.send('Page.startScreencast', { format: 'png' })
  await act()
  await devtools.send('Page.stopScreencast')
  // The browser may send frames in another order than the order in which they were shown.
  frames.sort((a, b) => a.at - b.at)
  const pictures = await Promise.all(frames.map(each => sharp(each.data).resize(WIDTH).png().toBuffer()))
  const delay = frames.map(({ at }, index) =>
    frames[index + 1] ? Math.max(1, Math.round(frames[index + 1].at - at)) : LAST,
  )
  const animation = sharp(pictures, { join: { animated: true } })
  await writeFile(
    path,
    await animation.webp({ quality: 85, effort: 6, delay, loop: 0, mixed: true }).toBuffer(),
  )
}
