import type { contract } from '#shared/contract'
import type { Thread } from '#shared/contract/thread'
import type { DeclarationResult } from '#shared/contract/upload'
import type { Role } from '#shared/contract/roles'
import { newId } from '#shared/ids'
import { insertAccessRequest } from '../people/access-requests'
import { letAgentsInvite } from '../people/agent-invitations'
import { caller, type Call } from '../server/client'
import { password } from '../people/sessions'
import type { Person } from '../people/sign-up'
import { newReview } from '../reviews/review'
import { declareUpload, put, upload } from '../reviews/uploads'
import { runSql } from './database'
import type { Fixture } from '../server/fixture'
import { fileOf, formOf, onePixel } from '../server/forms'
import { newClientId, newVerifier, requestOf } from '../people/oauth'
import { insertForgeConnection } from '../stubs/forge'
import type { TestServer } from '../server/server'
import { deleteWebhooks, newSilentWebhook } from '../stubs/webhooks'

/** The resources that the examples write to, in the workspace of the fixture's person. */
export interface WriteTargets {
  /** A minute from now on the clock of the server, as an ISO 8601 time. */
  soon: string
  workspaceId: string
  projectId: string
  reviewId: string
  /** A completed artifact in a variation group, and its revision. */
  artifactId: string
  revisionId: string
  /** An artifact whose bytes were uploaded, but which is not completed. */
  uploadedId: string
  /** A further revision of the completed artifact, which is declared but not uploaded. */
  declaredRevisionId: string
  threadId: string
  /** The comment that started the thread, by an agent. */
  commentId: string
  /** A thread on a moment of a video, written by `author`. */
  momentThreadId: string
  /** The revision of that video, which has no poster. */
  videoRevisionId: string
  shareLinkId: string
  /** A guest who has commented on the review. */
  guestId: string
  tokenId: string
  invitationId: string
  /** A disabled webhook that sends nothing, and a message in the log of this webhook. */
  webhookId: string
  deliveryId: string
  /** The request of a person outside the workspace for access to the review. */
  accessRequestId: string
  /** A member of the workspace. */
  memberId: string
  /** The token of an invitation to the workspace of the member. */
  invitationToken: string
  claimCode: string
  /** The query with which a client opens the page /connect. */
  connectRequest: string
}

/** An example of a writing operation. */
export interface WriteExample {
  path: (on: WriteTargets) => string
  /** The body: an object for JSON, a form, or bytes. */
  body?: (on: WriteTargets) => object
  /** The lowest role that may call the operation; `self` if the operation needs no role. */
  needs: Role | 'self'
  /** The status of a successful call, if it is not 2xx. */
  status?: number
}

/**
 * Creates new targets. The server must allow unclaimed workspaces. `member` must belong to the workspace.
 * `author` is the author of the thread on a moment.
 */
export async function createWriteTargets(
  { server, person: owner, agent, png }: Fixture,
  member: Person,
  author = member,
): Promise<WriteTargets> {
  const projectId = await owner.project('Targets')
  const reviewId = await newReview(agent, projectId)
  const done = await upload(agent, reviewId, png, { variationGroup: 'takes' })
  const { body: declared } = await declareUpload(agent, reviewId, { bytes: png.length })
  await put(declared.uploadUrl, png)
  const revision = await agent<DeclarationResult>('POST', `/v1/artifacts/${done.artifactId}/revisions`, {
    mime: 'image/png',
    bytes: 5,
  })
  const invite = async (by: Person) =>
    (
      await by.call<{ id: string; token: string }>('POST', `/api/workspaces/${by.workspaceId}/invitations`, {
        role: 'member',
      })
    ).body
  const note = await agent<Thread>('POST', `/v1/reviews/${reviewId}/threads`, { kind: 'review', body: 'x' })
  const shareLink = await agent<{ id: string }>('POST', `/v1/reviews/${reviewId}/share-links`)
  const token = await owner.call<{ id: string }>('POST', '/api/tokens', {
    name: 'ci-agent',
    workspaceId: owner.workspaceId,
    capabilities: ['artifact:read'],
  })
  // Deletes the webhooks of earlier targets, because they count towards the limit of webhooks.
  await deleteWebhooks(owner)
  await insertForgeConnection(server, projectId)
  await letAgentsInvite(owner)
  const unclaimed = await caller(server)<{ claimUrl: string }>('POST', '/v1/bootstrap')
  return {
    soon: new Date(server.now() + 60_000).toISOString(),
    workspaceId: owner.workspaceId,
    projectId,
    reviewId,
    artifactId: done.artifactId,
    revisionId: done.revisionId,
    uploadedId: declared.artifactId,
    declaredRevisionId: revision.body.revisionId,
    threadId: note.body.threadId,
    commentId: note.body.comments[0]?.id ?? '',
    momentThreadId: await insertMoment(server, agent, done.artifactId, author),
    videoRevisionId: await insertVideo(server, agent, reviewId, png),
    shareLinkId: shareLink.body.id,
    guestId: await insertGuestComment(server, agent, reviewId),
    tokenId: token.body.id,
    invitationId: (await invite(owner)).id,
    ...(await newSilentWebhook(server, owner)),
    accessRequestId: await insertAccessRequest(server, owner.workspaceId, reviewId),
    memberId: member.id,
    invitationToken: (await invite(member)).token,
    claimCode: unclaimed.body.claimUrl.split('/').at(-1) ?? '',
    connectRequest: requestOf(await newClientId(server), newVerifier().challenge),
  }
}

/**
 * Uploads a picture and changes its kind to a video, which is quicker than uploading a video. Returns its
 * revision.
 */
async function insertVideo(server: TestServer, agent: Call, reviewId: string, png: Buffer): Promise<string> {
  const { artifactId, revisionId } = await upload(agent, reviewId, png, { title: 'Video' })
  await runSql(server, "UPDATE artifact SET kind = 'video' WHERE id = ?", [artifactId])
  return revisionId
}

/** Changes the author of a comment to a guest. Returns the id of the guest. */
async function insertGuestComment(server: TestServer, agent: Call, reviewId: string): Promise<string> {
  const { body } = await agent<Thread>('POST', `/v1/reviews/${reviewId}/threads`, { body: 'x' })
  const guestId = newId('guest')
  await runSql(server, "UPDATE comment SET author_type = 'guest', author_id = ? WHERE thread_id = ?", [
    guestId,
    body.threadId,
  ])
  return guestId
}

/**
 * Inserts a comment by this author on a moment of a video, for which a frame can be sent. Returns the thread.
 */
async function insertMoment(
  server: TestServer,
  agent: Call,
  artifactId: string,
  author: Person,
): Promise<string> {
  const point = { kind: 'point', geometry: { x: 0, y: 0 }, body: 'x' }
  const { threadId } = (await agent<Thread>('POST', `/v1/artifacts/${artifactId}/annotations`, point)).body
  await runSql(server, 'UPDATE thread SET timestamp_ms = 0 WHERE id = ?', [threadId])
  await runSql(server, "UPDATE comment SET author_type = 'human', author_id = ? WHERE thread_id = ?", [
    author.id,
    threadId,
  ])
  return threadId
}

/**
 * An example of each operation that changes something and needs credentials. Add an example for each new
 * writing operation, because `api/access/revoked-callers` runs all of them.
 */
export const writeExamples: Partial<Record<keyof typeof contract, WriteExample>> = {
  claimWorkspace: { path: () => '/api/claim', body: on => ({ code: on.claimCode }), needs: 'self' },
  createProject: { path: () => '/v1/projects', body: () => ({ name: 'x' }), needs: 'member' },
  createReview: {
    path: () => '/v1/reviews',
    body: on => ({ title: 'x', projectId: on.projectId }),
    needs: 'member',
  },
  submitEvidence: {
    path: () => '/v1/evidence',
    body: on => formOf({ files: fileOf(onePixel), projectId: on.projectId }),
    needs: 'member',
  },
  checkEvidence: {
    path: () => '/v1/evidence/check',
    body: on => ({
      reviewId: on.reviewId,
      files: [{ artifactId: on.artifactId, sha256: '0'.repeat(64), bytes: 1 }],
    }),
    needs: 'member',
  },
  addressEvidence: {
    path: () => '/v1/evidence/address',
    body: on => ({ files: [{ path: 'cart.png' }], reviewId: on.reviewId }),
    needs: 'member',
  },
  submitRound: {
    path: on => `/v1/reviews/${on.reviewId}/rounds`,
    body: on => formOf({ files: fileOf(onePixel), [on.threadId]: 'Fixed.' }),
    needs: 'member',
  },
  markSeen: {
    path: on => `/v1/reviews/${on.reviewId}/seen`,
    body: on => ({ itemIds: [on.revisionId] }),
    needs: 'reviewer',
  },
  archiveReviews: {
    path: () => '/api/inbox/archived',
    body: on => ({ reviewIds: [on.reviewId], archived: true }),
    needs: 'reviewer',
  },
  snoozeReviews: {
    path: () => '/api/inbox/snoozed',
    body: on => ({ reviewIds: [on.reviewId], until: on.soon }),
    needs: 'reviewer',
  },
  markUnseen: { path: on => `/api/reviews/${on.reviewId}/seen`, needs: 'reviewer' },
  declareUpload: {
    path: () => '/v1/artifacts/uploads',
    body: on => ({ reviewId: on.reviewId, kind: 'image', title: 'x', mime: 'image/png', bytes: 5 }),
    needs: 'member',
  },
  completeArtifact: {
    path: on => `/v1/artifacts/${on.uploadedId}/complete`,
    body: () => ({}),
    needs: 'member',
  },
  cancelRevision: { path: on => `/v1/revisions/${on.declaredRevisionId}`, needs: 'member' },
  declareRevision: {
    path: on => `/v1/artifacts/${on.artifactId}/revisions`,
    body: () => ({ mime: 'image/png', bytes: 5 }),
    needs: 'member',
  },
  updateReview: {
    path: on => `/v1/reviews/${on.reviewId}`,
    body: () => ({ title: 'y' }),
    needs: 'member',
  },
  updateArtifact: {
    path: on => `/v1/artifacts/${on.artifactId}`,
    body: () => ({ title: 'y' }),
    needs: 'member',
  },
  approveArtifact: {
    path: on => `/v1/artifacts/${on.artifactId}/approve`,
    body: () => ({ approved: true }),
    needs: 'reviewer',
  },
  updateComparisonSettings: {
    path: on => `/v1/artifacts/${on.artifactId}/comparison-settings`,
    body: () => ({ threshold: null, ignored: [] }),
    needs: 'reviewer',
  },
  putContext: {
    path: on => `/v1/revisions/${on.revisionId}/context`,
    body: () => ({ elements: [] }),
    needs: 'member',
  },
  preferArtifact: {
    path: on => `/v1/artifacts/${on.artifactId}/preferred`,
    body: () => ({ preferred: true }),
    needs: 'reviewer',
  },
  createThread: {
    path: on => `/v1/reviews/${on.reviewId}/threads`,
    body: () => ({ kind: 'review', body: 'y' }),
    needs: 'reviewer',
  },
  annotateArtifact: {
    path: on => `/v1/artifacts/${on.artifactId}/annotations`,
    body: () => ({ geometry: { x: 0, y: 0 }, body: 'y' }),
    needs: 'reviewer',
  },
  replyToThread: {
    path: on => `/v1/threads/${on.threadId}/replies`,
    body: () => ({ body: 'y' }),
    needs: 'reviewer',
  },
  addressThread: {
    path: on => `/v1/threads/${on.threadId}/address`,
    body: () => ({ body: 'y' }),
    needs: 'reviewer',
  },
  claimThread: { path: on => `/v1/threads/${on.threadId}/claim`, body: () => ({}), needs: 'member' },
  resolveThread: {
    path: on => `/v1/threads/${on.threadId}/resolve`,
    body: () => ({ body: 'y' }),
    needs: 'reviewer',
  },
  createShareLink: {
    path: on => `/v1/reviews/${on.reviewId}/share-links`,
    body: () => ({ expiresInHours: 1 }),
    needs: 'member',
  },
  updateShareLink: {
    path: on => `/api/share-links/${on.shareLinkId}`,
    body: () => ({ allowComments: true }),
    needs: 'member',
  },
  revealShareLink: { path: on => `/api/share-links/${on.shareLinkId}/reveal`, needs: 'member' },
  deleteGuestComments: {
    path: on => `/api/reviews/${on.reviewId}/guests/${on.guestId}`,
    needs: 'owner',
  },
  revokeShareLink: { path: on => `/v1/share-links/${on.shareLinkId}`, needs: 'member' },
  revokeCapabilities: {
    path: on => `/v1/revisions/${on.revisionId}/capabilities`,
    needs: 'member',
  },
  createProjectInDashboard: {
    path: () => '/api/projects',
    body: on => ({ name: 'x', workspaceId: on.workspaceId }),
    needs: 'member',
  },
  decideReview: {
    path: on => `/api/reviews/${on.reviewId}/status`,
    body: () => ({ status: 'verified' }),
    needs: 'reviewer',
  },
  // The call is rejected, because the caller has no verdict from that time.
  undoVerdict: {
    path: on => `/api/reviews/${on.reviewId}/status/undo`,
    body: () => ({ decidedAt: '2026-11-25T00:00:00.000Z' }),
    needs: 'reviewer',
    status: 409,
  },
  requestReviewers: {
    path: on => `/api/reviews/${on.reviewId}/reviewers`,
    body: () => ({ userIds: [] }),
    needs: 'member',
  },
  deleteReview: { path: on => `/api/reviews/${on.reviewId}`, needs: 'member' },
  deleteArtifact: { path: on => `/api/artifacts/${on.artifactId}`, needs: 'member' },
  deleteArtifacts: {
    path: on => `/api/reviews/${on.reviewId}/artifacts/delete`,
    body: on => ({ artifactIds: [on.artifactId] }),
    needs: 'member',
  },
  updateProject: {
    path: on => `/api/projects/${on.projectId}`,
    body: () => ({ name: 'y' }),
    needs: 'member',
  },
  deleteProject: { path: on => `/api/projects/${on.projectId}`, needs: 'member' },
  editThread: {
    path: on => `/api/threads/${on.threadId}`,
    body: () => ({ status: 'resolved' }),
    needs: 'reviewer',
  },
  deleteThread: { path: on => `/api/threads/${on.threadId}`, needs: 'owner' },
  deleteThreads: {
    path: on => `/api/reviews/${on.reviewId}/threads/delete`,
    body: on => ({ threadIds: [on.threadId] }),
    needs: 'owner',
  },
  setThreadStatuses: {
    path: on => `/api/reviews/${on.reviewId}/threads/status`,
    body: on => ({ threadIds: [on.threadId], status: 'resolved' }),
    needs: 'reviewer',
  },
  // The call is rejected, because the comment is by another author.
  editComment: {
    path: on => `/api/comments/${on.commentId}`,
    body: () => ({ body: 'y' }),
    needs: 'reviewer',
    status: 403,
  },
  setReaction: {
    path: on => `/api/comments/${on.commentId}/reactions`,
    body: () => ({ emoji: 'eyes', reacted: true }),
    needs: 'reviewer',
  },
  deleteComment: { path: on => `/api/comments/${on.commentId}`, needs: 'owner' },
  addPendingComment: {
    path: on => `/api/reviews/${on.reviewId}/pending-comments`,
    body: () => ({ body: 'y' }),
    needs: 'reviewer',
  },
  addPendingReply: {
    path: on => `/api/threads/${on.threadId}/pending-replies`,
    body: () => ({ body: 'y' }),
    needs: 'reviewer',
  },
  // The id is unknown, because pending comments are deleted when their author loses the membership.
  editPendingComment: {
    path: () => `/api/pending-comments/${newId('pendingComment')}`,
    body: () => ({ body: 'y' }),
    needs: 'reviewer',
    status: 404,
  },
  discardPendingComment: {
    path: () => `/api/pending-comments/${newId('pendingComment')}`,
    needs: 'reviewer',
    status: 404,
  },
  submitReview: {
    path: on => `/api/reviews/${on.reviewId}/submit`,
    body: () => ({ pendingCommentIds: [newId('pendingComment')] }),
    needs: 'reviewer',
    status: 409,
  },
  attachFrame: {
    path: on => `/api/threads/${on.momentThreadId}/frame`,
    body: () => onePixel,
    needs: 'reviewer',
  },
  attachPoster: {
    path: on => `/api/revisions/${on.videoRevisionId}/poster`,
    body: () => onePixel,
    needs: 'member',
  },
  uploadCommentImage: {
    path: on => `/v1/reviews/${on.reviewId}/comment-images`,
    body: () => onePixel,
    needs: 'reviewer',
  },
  renamePasskey: {
    path: () => '/api/me/sign-in-methods/unknown',
    body: () => ({ name: 'x' }),
    needs: 'self',
    status: 404,
  },
  removeSignInMethod: { path: () => '/api/me/sign-in-methods/unknown', needs: 'self', status: 404 },
  changeEmail: {
    path: () => '/api/me/email',
    body: () => ({ email: `${newId('user')}@example.com`.toLowerCase(), password }),
    needs: 'self',
  },
  setAvatar: { path: () => '/api/me/avatar', body: () => onePixel, needs: 'self' },
  removeAvatar: { path: () => '/api/me/avatar', needs: 'self' },
  deleteAccount: { path: () => '/api/me/delete', body: () => ({ password }), needs: 'self' },
  createWorkspace: { path: () => '/api/workspaces', body: () => ({ name: 'x' }), needs: 'self' },
  renameWorkspace: {
    path: on => `/api/workspaces/${on.workspaceId}`,
    body: () => ({ name: 'y' }),
    needs: 'owner',
  },
  deleteWorkspace: {
    path: on => `/api/workspaces/${on.workspaceId}/delete`,
    // The call is rejected, because the name is wrong. The following examples still need the workspace.
    body: () => ({ name: 'x' }),
    needs: 'owner',
    status: 422,
  },
  createToken: {
    path: () => '/api/tokens',
    body: on => ({ name: 'x', workspaceId: on.workspaceId, capabilities: ['artifact:read'] }),
    needs: 'member',
  },
  approveConnection: {
    path: () => '/api/connect',
    body: on => ({
      request: on.connectRequest,
      workspaceId: on.workspaceId,
      capabilities: ['artifact:read'],
    }),
    needs: 'member',
  },
  revokeToken: { path: on => `/api/tokens/${on.tokenId}`, needs: 'member' },
  chooseWorkspace: {
    path: () => '/api/me',
    body: on => ({ workspaceId: on.workspaceId }),
    needs: 'reviewer',
  },
  changeRole: {
    path: on => `/api/workspaces/${on.workspaceId}/members/${on.memberId}`,
    body: () => ({ role: 'reviewer' }),
    needs: 'owner',
  },
  transferWorkspace: {
    path: on => `/api/workspaces/${on.workspaceId}/transfer`,
    body: on => ({ userId: on.memberId }),
    needs: 'owner',
  },
  createInvitation: {
    path: on => `/api/workspaces/${on.workspaceId}/invitations`,
    body: () => ({ role: 'member' }),
    needs: 'owner',
  },
  revokeInvitation: { path: on => `/api/invitations/${on.invitationId}`, needs: 'owner' },
  removeMember: { path: on => `/api/workspaces/${on.workspaceId}/members/${on.memberId}`, needs: 'owner' },
  acceptInvitation: { path: on => `/api/invite/${on.invitationToken}`, needs: 'self' },
  allowAgentInvitations: {
    path: on => `/api/workspaces/${on.workspaceId}/agent-invitations`,
    body: () => ({ allowed: false }),
    needs: 'owner',
  },
  inviteReviewer: {
    path: () => '/v1/invitations',
    body: () => ({ email: 'rae@example.org' }),
    needs: 'member',
  },
  requestAccess: {
    path: () => '/api/access-requests',
    body: () => ({ subjectId: newId('review') }),
    needs: 'self',
  },
  acceptAccessRequest: {
    path: on => `/api/access-requests/${on.accessRequestId}/accept`,
    body: () => ({ role: 'member' }),
    needs: 'owner',
  },
  declineAccessRequest: { path: on => `/api/access-requests/${on.accessRequestId}/decline`, needs: 'owner' },
  markNotificationsRead: { path: () => '/api/notifications/read', body: () => ({}), needs: 'self' },
  updateNotificationSettings: {
    path: () => '/api/me/notification-settings',
    body: () => ({ mail: 'daily' }),
    needs: 'self',
  },
  createWebhook: {
    path: on => `/api/workspaces/${on.workspaceId}/webhooks`,
    body: () => ({ url: 'https://example.com/hook', events: ['review.deleted'] }),
    needs: 'owner',
  },
  updateWebhook: {
    path: on => `/api/webhooks/${on.webhookId}`,
    body: () => ({ events: ['review.verified'] }),
    needs: 'owner',
  },
  rotateWebhookSecret: { path: on => `/api/webhooks/${on.webhookId}/secret`, needs: 'owner' },
  testWebhook: { path: on => `/api/webhooks/${on.webhookId}/test`, needs: 'owner', status: 409 },
  redeliver: { path: on => `/api/deliveries/${on.deliveryId}/redeliver`, needs: 'owner', status: 409 },
  deleteWebhook: { path: on => `/api/webhooks/${on.webhookId}`, needs: 'owner' },
  connectForge: {
    path: on => `/api/projects/${on.projectId}/forge`,
    // The call fails, because the server must first contact the forge, and it may not contact this address.
    body: () => ({ kind: 'gitea', apiUrl: 'https://127.0.0.1', repository: 'acme/web', token: 'x' }),
    needs: 'owner',
    status: 422,
  },
  createForgeSecret: { path: on => `/api/projects/${on.projectId}/forge/secret`, needs: 'owner' },
  disconnectForge: { path: on => `/api/projects/${on.projectId}/forge`, needs: 'owner' },
  openCheckout: {
    path: () => '/api/billing/checkout',
    body: on => ({ plan: 'team', workspaceId: on.workspaceId }),
    needs: 'owner',
    status: 403,
  },
  openPortal: {
    path: () => '/api/billing/portal',
    body: on => ({ workspaceId: on.workspaceId }),
    needs: 'owner',
    status: 403,
  },
}
