// Takes screenshots and videos of a page with the browser.

/**
 * Records a page while `act` runs. The browser's screencast is drawn to a canvas in a second page, where
 * MediaRecorder encodes it. Like other WebM files that browsers record, the file contains no duration and no
 * cues.
 */
export async function record(page, act) {
  const { width, height } = page.viewportSize()
  const studio = await page.context().newPage()
  await studio.evaluate(
    ({ width, height }) => {
      const canvas = Object.assign(document.createElement('canvas'), { width, height })
      const context = canvas.getContext('2d')
      const recorder = new MediaRecorder(canvas.captureStream(20), {
        mimeType: 'video/webm;codecs=vp8',
        videoBitsPerSecond: 2_000_000,
      })
      const chunks = []
      recorder.ondataavailable = event => chunks.push(event.data)
      recorder.start(250)
      globalThis.studio = {
        async show(frame) {
          const picture = await createImageBitmap(
            await (await fetch(`data:image/jpeg;base64,${frame}`)).blob(),
          )
          context.drawImage(picture, 0, 0, width, height)
        },
        async finish() {
          await new Promise(resolve => {
            recorder.onstop = resolve
            recorder.stop()
          })
          const bytes = new Uint8Array(await new Blob(chunks).arrayBuffer())
          let text = ''
          for (let at = 0; at < bytes.length; at += 32_768)
            text += String.fromCharCode(...bytes.subarray(at, at + 32_768))
          return btoa(text)
        },
      }
    },
    { width, height },
  )

  await page.bringToFront()
  const session = await page.context().newCDPSession(page)
  session.on('Page.screencastFrame', ({ data, sessionId }) => {
    studio.evaluate(frame => globalThis.studio.show(frame), data).catch(() => {})
    session.send('Page.screencastFrameAck', { sessionId }).catch(() => {})
  })
  await session.send('Page.startScreencast', {
    format: 'jpeg',
    quality: 90,
    maxWidth: width,
    maxHeight: height,
    everyNthFrame: 1,
  })
  await act()
  await session.send('Page.stopScreencast')
  const webm = Buffer.from(await studio.evaluate(() => globalThis.studio.finish()), 'base64')
  await studio.close()
  return webm
}

/** Opens a page of the dashboard and waits until it is hydrated. */
export async function visit(page, address) {
  await page.goto(address)
  await page.waitForSelector('html[data-hydrated]')
  await page.waitForLoadState('networkidle')
}
