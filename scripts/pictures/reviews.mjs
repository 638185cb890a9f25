// The reviews in the screenshots of the README: a person and their agent work on an invented shop.
import { publish, startProject } from '../demo/agent.mjs'
import { shop } from './shop.mjs'

/** Returns an image of the shop as evidence. */
const image = (title, data, more = {}) => ({
  kind: 'image',
  mime: 'image/png',
  title,
  route: '/dashboard',
  viewport: { width: 1280, height: 800 },
  data,
  ...more,
})

/** Signs up a person, and creates a project with an agent. */
async function createPeople(context, base) {
  const signUp = await context.request.post(`${base}/api/auth/sign-up/email`, {
    data: { name: 'Robin Vale', email: 'robin@example.com', password: 'correct horse battery' },
  })
  if (!signUp.ok()) throw new Error(await signUp.text())
  return startProject(context, base, { project: 'nordwind-shop', agent: 'ci-agent' })
}

async function beginReview({ agent }, title, prRef, branch) {
  const { review } = await agent('POST', '/v1/reviews', { title, prRef, branch, commit: '9f31c2e' })
  return review
}

const verify = ({ person }, { id }) => person('POST', `/api/reviews/${id}/status`, { status: 'verified' })

/** Creates a review whose pages are compared with accepted pages. Two of its pages have changed. */
async function compareWithAccepted(people, { pages }) {
  const { agent } = people
  const accepted = await beginReview(people, 'Pages of the shop', '#1270', 'main')
  for (const { title, before } of pages.slice(0, -1))
    await publish(agent, { reviewId: accepted.id }, image(title, before))
  await verify(people, accepted)
  const review = await beginReview(people, 'Wider cards for totals', '#1286', 'feat/wide-cards')
  for (const [at, { title, before, after }] of pages.entries())
    await publish(agent, { reviewId: review.id }, image(title, at === 0 || at === 2 ? after : before))
  return review
}

/** Adds a verified review and a commented review to the inbox. */
async function fillInbox(people, shots) {
  const { person, agent } = people
  const header = await beginReview(people, 'New header in the dark theme', '#1279', 'feat/dark-header')
  await publish(agent, { reviewId: header.id }, image('Dashboard, dark', shots.dark))
  await verify(people, header)
  const chart = await beginReview(people, 'Weekly chart counts returned orders', '#1281', 'fix/weekly-chart')
  const weekly = await publish(agent, { reviewId: chart.id }, image('Weekly chart', shots.after))
  await person('POST', `/v1/artifacts/${weekly.artifactId}/annotations`, {
    geometry: { x: 0.8, y: 0.55 },
    body: 'The last week is not over: dash it.',
  })
}

/**
 * Creates a review with two revisions of its first image, comments with and without replies, and variations
 * of the theme. Returns the review and the id of the first image.
 */
async function discuss(people, shots) {
  const { person, agent } = people
  const review = await beginReview(people, 'Dashboard totals wrap on narrow screens', '#1284', 'fix/totals')
  const send = (title, data, more) => publish(agent, { reviewId: review.id }, image(title, data, more))
  const { artifactId } = await send('Dashboard, desktop', shots.before, {
    roundKey: 'one',
    roundSummary: 'first look',
  })
  const comment = (body, kind, geometry) =>
    person('POST', `/v1/artifacts/${artifactId}/annotations`, { kind, geometry, body })
  const cut = await comment('The label of the button is cut off.', 'rectangle', {
    x: 0.9,
    y: 0.015,
    width: 0.085,
    height: 0.06,
  })
  const totals = await comment(
    'The total breaks after CHF. It should stay on one line down to 320 px.',
    'rectangle',
    { x: 0.02, y: 0.16, width: 0.31, height: 0.14 },
  )
  await publish(
    agent,
    { artifactId },
    image('Dashboard, desktop', shots.after, { roundKey: 'two', roundSummary: 'totals on one line' }),
  )
  await send('Dashboard, dark', shots.dark, { variationGroup: 'theme', roundKey: 'two' })
  await send('Dashboard, light', shots.after, { variationGroup: 'theme', roundKey: 'two' })
  await send('Dashboard, phone', shots.phone, { viewport: { width: 390, height: 844 }, roundKey: 'two' })
  await agent('POST', `/v1/threads/${cut.threadId}/address`, {
    body: 'The button grows with its label now; see r2.',
  })
  await agent('POST', `/v1/threads/${totals.threadId}/replies`, {
    body: 'Kept on one line with `white-space: nowrap`. Should the card shrink too?',
  })
  await comment('This bar is the current week. Make it lighter until the week is over?', 'arrow', {
    x1: 0.96,
    y1: 0.34,
    x2: 0.885,
    y2: 0.42,
  })
  await comment('Good. Same grid as before.', 'point', { x: 0.5, y: 0.24 })
  await person('POST', `/v1/reviews/${review.id}/threads`, {
    kind: 'review',
    body: 'Please add the tablet width as well.',
  })
  return { review, desktop: artifactId }
}

/**
 * Creates the review of the recording. `fix` plays the agent's part after the comment of the person.
 */
async function prepareLoop(people, shots) {
  const { agent } = people
  const loop = await beginReview(people, 'Totals on one line', '#1288', 'fix/totals-on-one-line')
  const { artifactId } = await publish(agent, { reviewId: loop.id }, image('Dashboard', shots.before))
  async function fix() {
    const { threads } = await agent('GET', `/v1/reviews/${loop.id}/threads?status=open`)
    await publish(agent, { artifactId }, image('Dashboard', shots.after))
    await agent('POST', `/v1/threads/${threads[0].threadId}/address`, {
      body: 'On one line now, down to 320 px.',
    })
  }
  return { loop, fix }
}

/** Signs up a person in the browser's context, and creates the reviews of their inbox, oldest first. */
export async function createReviews(context, base) {
  const people = await createPeople(context, base)
  const shots = await shop(context)
  const changes = await compareWithAccepted(people, shots)
  await fillInbox(people, shots)
  return { changes, ...(await discuss(people, shots)), ...(await prepareLoop(people, shots)) }
}
