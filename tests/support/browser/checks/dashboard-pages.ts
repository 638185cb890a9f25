import { readFile } from 'node:fs/promises'
import type { Thread } from '#shared/contract/thread'
import { bootstrapOn } from '../../people/bootstrap'
import { newClientId, newVerifier, requestOf } from '../../people/oauth'
import { pngImage, sample } from '../../media/samples'
import { caller, type Call } from '../../server/client'
import { joined, signUp, type Person } from '../../people/sign-up'
import { revise, upload } from '../../reviews/uploads'
import type { TestServer } from '../../server/server'

/** A page of the dashboard. `text` appears on the loaded page, but not in the response of the server. */
export interface DashboardPage {
  path: string
  text?: string
}

/** The server and the resources that the pages of a member need. */
interface Furnishing {
  server: TestServer
  person: Person
  agent: Call
  projectId: string
  reviewId: string
}

/**
 * Fills a workspace with evidence, people, invitations and requests. Returns its pages, except the pages of
 * reviews and of administrators.
 */
export async function pagesOfMember(furnishing: Furnishing): Promise<DashboardPage[]> {
  const { server, person, agent, projectId, reviewId } = furnishing
  await furnishReview(agent, reviewId)
  const mel = await joined(server, person, 'Mel Okafor', 'member')
  await mel.call('PUT', `/api/reviews/${reviewId}/reviewers`, { userIds: [person.id] })
  await agent('POST', `/v1/reviews/${reviewId}/threads`, { body: 'The totals wrap, @Ann' })
  await person.call('POST', '/api/workspaces', { name: 'Side work' })
  await person.call('PATCH', '/api/me', { workspaceId: person.workspaceId })
  const invitation = await inviteAddress(person)
  const device = await beginDevice(server)
  return [
    { path: '/' },
    { path: '/notifications', text: 'Totals wrap' },
    { path: `/projects/${projectId}` },
    { path: '/settings/general' },
    { path: '/settings/people', text: 'Mel Okafor' },
    { path: '/settings/tokens' },
    { path: '/settings/webhooks' },
    { path: '/settings/pull-requests' },
    { path: '/settings/billing' },
    { path: '/settings/activity' },
    { path: '/settings/notifications' },
    { path: '/settings/account' },
    { path: '/developers' },
    { path: '/confirm-email/used' },
    { path: '/device', text: 'Enter the code' },
    { path: `/device?user_code=${device.user_code}`, text: 'Requested by' },
    { path: '/device?user_code=AAAAAAAA', text: "This code isn't valid" },
    {
      path: `/connect?${requestOf(await newClientId(server), newVerifier().challenge)}`,
      text: 'Connect an app',
    },
    { path: '/connect?client_id=unknown', text: "can't be connected" },
    { path: new URL(await claimAddress(server)).pathname, text: "What's included" },
    { path: new URL(invitation).pathname, text: 'Signed in as' },
  ]
}

/**
 * Returns the pages for people without an account. Creates an invitation and a claim link for some of these
 * pages.
 */
export async function pagesOfVisitor(server: TestServer): Promise<Required<DashboardPage>[]> {
  const invitation = await inviteAddress(await signUp(server))
  const claim = new URL(await claimAddress(server)).pathname
  return [
    { path: '/sign-in', text: 'Sign in' },
    { path: `/sign-in?redirect=${claim}`, text: 'You need an account to claim' },
    { path: '/sign-up', text: 'Create your account' },
    { path: '/forgot-password', text: 'Forgot your password?' },
    { path: '/reset-password?token=unknown', text: 'Choose a new password' },
    { path: '/reset-password?error=INVALID_TOKEN', text: 'This link has expired' },
    { path: '/developers', text: 'Quickstart for agents' },
    { path: new URL(invitation).pathname, text: 'Create an account' },
  ]
}

/** Paths of pages that do not exist. */
export const missingPages = ['/nowhere', '/reviews/rev_0', '/r/unknown', '/claim/unknown', '/invite/unknown']

/** Adds an image with a comment to a review. */
async function furnishReview(agent: Call, reviewId: string) {
  const { artifactId } = await upload(agent, reviewId, await pngImage(640, 400), { route: '/dashboard' })
  await agent('POST', `/v1/artifacts/${artifactId}/annotations`, {
    kind: 'rectangle',
    geometry: { x: 0.1, y: 0.1, width: 0.2, height: 0.2 },
    body: 'x',
  })
}

/** Adds an image with two revisions and a video to a review, each with a comment. */
export async function fillReview(agent: Call, reviewId: string) {
  const { artifactId } = await upload(agent, reviewId, await pngImage(640, 400), { title: 'Dashboard' })
  const geometry = { x: 0.2, y: 0.3, width: 0.2, height: 0.2 }
  const rectangle = { kind: 'rectangle', geometry, body: 'Too wide.' }
  const thread = await agent<Thread>('POST', `/v1/artifacts/${artifactId}/annotations`, rectangle)
  await revise(agent, artifactId, await pngImage(640, 410))
  await agent('POST', `/v1/threads/${thread.body.threadId}/address`)
  const recording = { kind: 'video', mime: 'video/webm', title: 'Resize' }
  const video = await upload(agent, reviewId, await readFile(sample('live.webm')), recording)
  const moment = { kind: 'timestamp', timestampMs: 400, body: 'It flickers.' }
  await agent('POST', `/v1/artifacts/${video.artifactId}/annotations`, moment)
  return { pictureId: artifactId, videoId: video.artifactId }
}

/** Creates a share link of a review, and returns the URL of the link. */
export async function shareAddress(agent: Call, reviewId: string): Promise<string> {
  return (await agent<{ url: string }>('POST', `/v1/reviews/${reviewId}/share-links`, {})).body.url
}

/** Creates an unclaimed workspace, and returns the URL for claiming it. */
export async function claimAddress(server: TestServer): Promise<string> {
  return (await bootstrapOn(server)).body.claimUrl
}

const beginDevice = async (server: TestServer) =>
  (await caller(server)<{ user_code: string }>('POST', '/api/auth/device/code', { client_id: 'exhibit-cli' }))
    .body

/** Invites a member, and returns the URL of the invitation. */
async function inviteAddress(owner: Person): Promise<string> {
  const path = `/api/workspaces/${owner.workspaceId}/invitations`
  return (await owner.call<{ url: string }>('POST', path, { role: 'member' })).body.url
}
