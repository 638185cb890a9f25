import { createServer } from 'node:http'
import { once } from 'node:events'
import { claimAddress, fillReview } from '../../support/browser/checks/dashboard-pages'
import { collectProblems } from '../../support/browser/checks/page-problems'
import { signInBrowser, expect, test } from '../../support/browser/e2e'
import { permissive } from '../../support/browser/environments'
import { openSettled } from '../../support/browser/settled'
import { frameShown } from '../../support/browser/video'

// every-page.spec.ts tests that every page complies with the policy.
test.use({ env: permissive })

test('the Content-Security-Policy blocks inline scripts, foreign scripts and inline style elements', async ({
  page,
  server,
}) => {
  const problems = await collectProblems(page.context())
  await openSettled(page, `${server.url}/sign-in`)
  const ran = await page.evaluate(async () => {
    const happens = (target: EventTarget, type: string) =>
      new Promise(resolve => target.addEventListener(type, resolve, { once: true }))
    const holder = document.createElement('div')
    holder.innerHTML = '<img src="/favicon.svg" onload="window.attack = 1"><style>body { color: red }</style>'
    const image = holder.querySelector('img')
    const loaded = image && happens(image, 'load')
    const inline = Object.assign(document.createElement('script'), { textContent: 'window.attack = 2' })
    const foreign = Object.assign(document.createElement('script'), { src: 'http://127.0.0.1:9/x.js' })
    const refused = happens(foreign, 'error')
    document.body.append(holder, inline, foreign)
    await Promise.all([loaded, refused])
    const { attack } = window as unknown as { attack?: number }
    return [attack, getComputedStyle(document.body).color === 'rgb(255, 0, 0)']
  })
  expect(ran).toEqual([undefined, false])
  for (const directive of ['script-src-attr', 'script-src-elem', 'style-src-elem'])
    expect(problems.join('\n')).toContain(directive)
})

test('evidence is shown if the dashboard is opened at a URL other than PUBLIC_URL', async ({
  page,
  server,
  agent,
  person,
  reviewId,
}) => {
  const { pictureId, videoId } = await fillReview(agent, reviewId)
  await server.restart({ PUBLIC_URL: server.url.replace('127.0.0.1', 'localhost') })
  const problems = await collectProblems(page.context())
  await signInBrowser(page.context(), server, person)
  await openSettled(page, `${server.url}/reviews/${reviewId}#${pictureId}`)
  const image = page.getByTestId('stage').locator('img')
  await expect(image).toHaveAttribute('src', /^http:\/\/localhost:/)
  await expect.poll(() => image.evaluate((each: HTMLImageElement) => each.naturalWidth)).toBeGreaterThan(0)
  await openSettled(page, `${server.url}/reviews/${reviewId}#${videoId}`)
  await frameShown(page)
  expect(problems).toEqual([])
  await server.restart({ PUBLIC_URL: server.url })
})

test('a page is not shown inside a frame of another origin on the same host', async ({
  page,
  server,
  person,
}) => {
  expect(person.id).toBeTruthy()
  const paths = ['/developers', '/sign-in', '/nowhere', '/v1']
  const addresses = [await claimAddress(server), ...paths.map(path => server.url + path)]
  const sibling = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(addresses.map(address => `<iframe src="${address}"></iframe>`).join(''))
  }).listen(0, '127.0.0.1')
  await once(sibling, 'listening')
  const { port } = sibling.address() as { port: number }
  await page.goto(`http://127.0.0.1:${port}/`)
  const frames = () => page.frames().slice(1)
  await expect
    .poll(() => frames().map(frame => frame.url()))
    .toEqual(addresses.map(() => 'chrome-error://chromewebdata/'))
  sibling.close()
})
