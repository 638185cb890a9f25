import type { Contract, OperationId } from '#shared/contract'
import type { InputOf, Multipart, Operation, OutputOf } from '#shared/contract/kit/operation'
import type { CallerOf } from '~~/server/access/actor'
import { cancelPersonDeletion } from '~~/server/domain/admin/cancel-person-deletion'
import { cancelWorkspaceDeletion } from '~~/server/domain/admin/cancel-workspace-deletion'
import { inspectPerson } from '~~/server/domain/admin/inspect-person'
import { inspectWorkspace } from '~~/server/domain/admin/inspect-workspace'
import { listAdminEvents } from '~~/server/domain/admin/list-admin-events'
import { listAllPeople } from '~~/server/domain/admin/list-all-people'
import { listAllWorkspaces } from '~~/server/domain/admin/list-all-workspaces'
import { readInstanceUsage } from '~~/server/domain/admin/read-instance-usage'
import { schedulePersonDeletion } from '~~/server/domain/admin/schedule-person-deletion'
import { scheduleWorkspaceDeletion } from '~~/server/domain/admin/schedule-workspace-deletion'
import { suspendPerson } from '~~/server/domain/admin/suspend-person'
import { suspendWorkspace } from '~~/server/domain/admin/suspend-workspace'
import { unsuspendPerson } from '~~/server/domain/admin/unsuspend-person'
import { unsuspendWorkspace } from '~~/server/domain/admin/unsuspend-workspace'
import { deleteArtifact } from '~~/server/domain/artifact/delete-artifact'
import { downloadOriginal, type Served } from '~~/server/domain/artifact/download-original'
import { preferArtifact } from '~~/server/domain/artifact/prefer-artifact'
import { updateArtifact } from '~~/server/domain/artifact/update-artifact'
import { openCheckout } from '~~/server/domain/billing/open-checkout'
import { openPortal } from '~~/server/domain/billing/open-portal'
import { readBilling } from '~~/server/domain/billing/read-billing'
import { receiveBillingEvent, type SignedText } from '~~/server/domain/billing/receive-billing-event'
import { bootstrapWorkspace } from '~~/server/domain/bootstrap/bootstrap-workspace'
import { claimWorkspace } from '~~/server/domain/bootstrap/claim-workspace'
import { readClaim } from '~~/server/domain/bootstrap/read-claim'
import { listEvents } from '~~/server/domain/event/list-events'
import { submitEvidence } from '~~/server/domain/evidence/submit-evidence'
import { submitRound } from '~~/server/domain/evidence/submit-round'
import { readCapability } from '~~/server/domain/media-link/read-capability'
import { revokeCapabilities } from '~~/server/domain/media-link/revoke-capabilities'
import { acceptInvitation } from '~~/server/domain/member/accept-invitation'
import { changeRole } from '~~/server/domain/member/change-role'
import { createInvitation } from '~~/server/domain/member/create-invitation'
import { listMembers } from '~~/server/domain/member/list-members'
import { readInvitation } from '~~/server/domain/member/read-invitation'
import { removeMember } from '~~/server/domain/member/remove-member'
import { revokeInvitation } from '~~/server/domain/member/revoke-invitation'
import { listPlans } from '~~/server/domain/meta/list-plans'
import { readHealth } from '~~/server/domain/meta/read-health'
import { readIndex } from '~~/server/domain/meta/read-index'
import { readReady } from '~~/server/domain/meta/read-ready'
import { approveConnection } from '~~/server/domain/oauth/approve-connection'
import { exchangeCode } from '~~/server/domain/oauth/exchange-code'
import { readConnection } from '~~/server/domain/oauth/read-connection'
import { registerClient } from '~~/server/domain/oauth/register-client'
import { revokeAccess } from '~~/server/domain/oauth/revoke-access'
import { readArtifactPicture } from '~~/server/domain/picture/read-artifact-picture'
import { readThreadPicture } from '~~/server/domain/picture/read-thread-picture'
import { createProject } from '~~/server/domain/project/create-project'
import { createProjectInDashboard } from '~~/server/domain/project/create-project-in-dashboard'
import { deleteProject } from '~~/server/domain/project/delete-project'
import { findReviews } from '~~/server/domain/project/find-reviews'
import { listCatalog } from '~~/server/domain/project/list-catalog'
import { listProjects } from '~~/server/domain/project/list-projects'
import { renameProject } from '~~/server/domain/project/rename-project'
import { createReview } from '~~/server/domain/review/create-review'
import { decideReview } from '~~/server/domain/review/decide-review'
import { deleteReview } from '~~/server/domain/review/delete-review'
import { listReviews } from '~~/server/domain/review/list-reviews'
import { markSeen } from '~~/server/domain/review/mark-seen'
import { readInbox } from '~~/server/domain/review/read-inbox'
import { readReview } from '~~/server/domain/review/read-review'
import { readReviewMarkdown } from '~~/server/domain/review/read-review-markdown'
import { updateReview } from '~~/server/domain/review/update-review'
import { watchReview } from '~~/server/domain/review/watch-review'
import { createShareLink } from '~~/server/domain/share-link/create-share-link'
import { listShareLinks } from '~~/server/domain/share-link/list-share-links'
import { readShare } from '~~/server/domain/share-link/read-share'
import { revokeShareLink } from '~~/server/domain/share-link/revoke-share-link'
import { watchShare } from '~~/server/domain/share-link/watch-share'
import { addressThread } from '~~/server/domain/thread/address-thread'
import { annotateArtifact } from '~~/server/domain/thread/annotate-artifact'
import { createThread } from '~~/server/domain/thread/create-thread'
import { deleteThread } from '~~/server/domain/thread/delete-thread'
import { editThread } from '~~/server/domain/thread/edit-thread'
import { listThreads } from '~~/server/domain/thread/list-threads'
import { readThread } from '~~/server/domain/thread/read-thread'
import { replyToThread } from '~~/server/domain/thread/reply-to-thread'
import { resolveThread } from '~~/server/domain/thread/resolve-thread'
import { waitForFeedback } from '~~/server/domain/thread/wait-for-feedback'
import { listSignInMethods } from '~~/server/domain/sign-in/list-sign-in-methods'
import { readSignIn } from '~~/server/domain/sign-in/read-sign-in'
import { removeSignInMethod } from '~~/server/domain/sign-in/remove-sign-in-method'
import { createToken } from '~~/server/domain/token/create-token'
import { listTokens } from '~~/server/domain/token/list-tokens'
import { revokeToken } from '~~/server/domain/token/revoke-token'
import { cancelRevision } from '~~/server/domain/upload/cancel-revision'
import { completeArtifact } from '~~/server/domain/upload/complete-artifact'
import { declareRevision } from '~~/server/domain/upload/declare-revision'
import { declareUpload } from '~~/server/domain/upload/declare-upload'
import { receiveUpload, type UploadedBytes } from '~~/server/domain/upload/receive-upload'
import { connectForge } from '~~/server/domain/forge/connect-forge'
import { disconnectForge } from '~~/server/domain/forge/disconnect-forge'
import { listForgeConnections } from '~~/server/domain/forge/list-forge-connections'
import { createWebhook } from '~~/server/domain/webhook/create-webhook'
import { deleteWebhook } from '~~/server/domain/webhook/delete-webhook'
import { listDeliveries } from '~~/server/domain/webhook/list-deliveries'
import { listWebhooks } from '~~/server/domain/webhook/list-webhooks'
import { redeliver } from '~~/server/domain/webhook/redeliver'
import { rotateWebhookSecret } from '~~/server/domain/webhook/rotate-webhook-secret'
import { testWebhook } from '~~/server/domain/webhook/test-webhook'
import { updateWebhook } from '~~/server/domain/webhook/update-webhook'
import { chooseWorkspace } from '~~/server/domain/workspace/choose-workspace'
import { createWorkspace } from '~~/server/domain/workspace/create-workspace'
import { listWorkspaces } from '~~/server/domain/workspace/list-workspaces'
import { readMe } from '~~/server/domain/workspace/read-me'
import { renameWorkspace } from '~~/server/domain/workspace/rename-workspace'
import type { LiveReview } from '~~/server/live/live-review'
import type { ReceivedFile } from './received-form'

/** What an operation with an unparsed request body receives, by the media type that its row states. */
interface RawRequests {
  'application/octet-stream': UploadedBytes
  'application/json': SignedText
}

/** What an operation returns in place of JSON, by the media type that its row states. */
interface RawResults {
  '*/*': Served
  'text/event-stream': LiveReview
}

export type ResultOf<T extends Operation> = T['responses'] extends { 200: { raw: infer M } }
  ? RawResults[M & keyof RawResults]
  : OutputOf<T>

/**
 * The function of an operation, for any transport. It takes a caller that its action allows, the parsed
 * input, and what the row declares beside them: a body that is not JSON, the files of a form, or a signal
 * that ends a wait.
 */
export type Verb<T extends Operation> = T extends { rawRequest: { raw: infer M } }
  ? (
      caller: CallerOf<T['action']>,
      input: InputOf<T>,
      body: RawRequests[M & keyof RawRequests],
    ) => Promise<ResultOf<T>>
  : T extends { multipart: Multipart }
    ? (
        caller: CallerOf<T['action']>,
        input: InputOf<T>,
        files: readonly ReceivedFile[],
      ) => Promise<ResultOf<T>>
    : T extends { waits: true }
      ? (caller: CallerOf<T['action']>, input: InputOf<T>, signal: AbortSignal) => Promise<ResultOf<T>>
      : (caller: CallerOf<T['action']>, input: InputOf<T>) => Promise<ResultOf<T>>

/** The verb of each operation of the contract. Call it through {@link invoke}, which checks the caller. */
export const operations: { readonly [Id in OperationId]: Verb<Contract[Id]> } = {
  readIndex,
  readHealth,
  readReady,
  listPlans,

  bootstrapWorkspace,
  claimWorkspace,
  readClaim,

  listCatalog,
  findReviews,
  createProject,
  listProjects,
  createProjectInDashboard,
  renameProject,
  deleteProject,

  createReview,
  readReview,
  updateReview,
  watchReview,
  readReviewMarkdown,
  decideReview,
  deleteReview,
  listReviews,
  readInbox,
  markSeen,

  declareUpload,
  receiveUpload,
  completeArtifact,
  cancelRevision,
  declareRevision,
  submitEvidence,
  submitRound,

  updateArtifact,
  preferArtifact,
  downloadOriginal,
  readArtifactPicture,
  deleteArtifact,

  listThreads,
  waitForFeedback,
  readThread,
  readThreadPicture,
  createThread,
  annotateArtifact,
  replyToThread,
  addressThread,
  resolveThread,
  editThread,
  deleteThread,

  createShareLink,
  revokeShareLink,
  listShareLinks,
  readShare,
  watchShare,

  readCapability,
  revokeCapabilities,

  readSignIn,
  listSignInMethods,
  removeSignInMethod,
  readMe,
  chooseWorkspace,
  listWorkspaces,
  createWorkspace,
  renameWorkspace,

  listMembers,
  changeRole,
  removeMember,
  createInvitation,
  revokeInvitation,
  readInvitation,
  acceptInvitation,

  listTokens,
  createToken,
  revokeToken,

  readConnection,
  approveConnection,
  registerClient,
  exchangeCode,
  revokeAccess,

  readBilling,
  openCheckout,
  openPortal,
  receiveBillingEvent,

  listWebhooks,
  createWebhook,
  updateWebhook,
  connectForge,
  disconnectForge,
  listForgeConnections,
  deleteWebhook,
  rotateWebhookSecret,
  testWebhook,
  listDeliveries,
  redeliver,

  listEvents,

  readInstanceUsage,
  listAllWorkspaces,
  inspectWorkspace,
  suspendWorkspace,
  unsuspendWorkspace,
  scheduleWorkspaceDeletion,
  cancelWorkspaceDeletion,
  listAllPeople,
  inspectPerson,
  suspendPerson,
  unsuspendPerson,
  schedulePersonDeletion,
  cancelPersonDeletion,
  listAdminEvents,
}
