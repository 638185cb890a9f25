import type { Contract, OperationId } from '#shared/contract'
import type { InputOf, Multipart, Operation, OutputOf } from '#shared/contract/kit/operation'
import type { CallerOf } from '~~/server/access/actor'
import { acceptAccessRequest } from '~~/server/domain/access-request/accept-access-request'
import { declineAccessRequest } from '~~/server/domain/access-request/decline-access-request'
import { listAccessRequests } from '~~/server/domain/access-request/list-access-requests'
import { listOwnAccessRequests } from '~~/server/domain/access-request/list-own-access-requests'
import { requestAccess } from '~~/server/domain/access-request/request-access'
import { changeEmail } from '~~/server/domain/account/change-email'
import { confirmEmailChange } from '~~/server/domain/account/confirm-email-change'
import { deleteAccount } from '~~/server/domain/account/delete-account'
import { listAvatars } from '~~/server/domain/account/list-avatars'
import { readAccountDeletion } from '~~/server/domain/account/read-account-deletion'
import { readAvatar } from '~~/server/domain/account/read-avatar'
import { removeAvatar } from '~~/server/domain/account/remove-avatar'
import { setAvatar } from '~~/server/domain/account/set-avatar'
import { cancelPersonDeletion } from '~~/server/domain/admin/cancel-person-deletion'
import { cancelWorkspaceDeletion } from '~~/server/domain/admin/cancel-workspace-deletion'
import { createPasswordLink } from '~~/server/domain/admin/create-password-link'
import { createPerson } from '~~/server/domain/admin/create-person'
import { inspectPerson } from '~~/server/domain/admin/inspect-person'
import { inspectWorkspace } from '~~/server/domain/admin/inspect-workspace'
import { exportAdminEvents } from '~~/server/domain/admin/export-admin-events'
import { listAdminEvents } from '~~/server/domain/admin/list-admin-events'
import { listAllPeople } from '~~/server/domain/admin/list-all-people'
import { listAllWorkspaces } from '~~/server/domain/admin/list-all-workspaces'
import { readInstanceUsage } from '~~/server/domain/admin/read-instance-usage'
import { schedulePersonDeletion } from '~~/server/domain/admin/schedule-person-deletion'
import { scheduleWorkspaceDeletion } from '~~/server/domain/admin/schedule-workspace-deletion'
import { setWorkspaceMember } from '~~/server/domain/admin/set-workspace-member'
import { suspendPerson } from '~~/server/domain/admin/suspend-person'
import { setWorkspaceStorage } from '~~/server/domain/admin/set-workspace-storage'
import { suspendWorkspace } from '~~/server/domain/admin/suspend-workspace'
import { unsuspendPerson } from '~~/server/domain/admin/unsuspend-person'
import { unsuspendWorkspace } from '~~/server/domain/admin/unsuspend-workspace'
import { deleteArtifact } from '~~/server/domain/artifact/delete-artifact'
import { deleteArtifacts } from '~~/server/domain/artifact/delete-artifacts'
import { downloadOriginal, type Served } from '~~/server/domain/artifact/download-original'
import { approveArtifact } from '~~/server/domain/artifact/approve-artifact'
import { listAccepted } from '~~/server/domain/artifact/list-accepted'
import { preferArtifact } from '~~/server/domain/artifact/prefer-artifact'
import { readComparisonSettings } from '~~/server/domain/artifact/read-comparison-settings'
import { updateComparisonSettings } from '~~/server/domain/artifact/update-comparison-settings'
import { searchEvidence } from '~~/server/domain/artifact/search-evidence'
import { updateArtifact } from '~~/server/domain/artifact/update-artifact'
import { putContext } from '~~/server/domain/upload/put-context'
import { readContext } from '~~/server/domain/upload/read-context'
import { openCheckout } from '~~/server/domain/billing/open-checkout'
import { openPortal } from '~~/server/domain/billing/open-portal'
import { readBilling } from '~~/server/domain/billing/read-billing'
import { receiveBillingEvent } from '~~/server/domain/billing/receive-billing-event'
import { bootstrapWorkspace } from '~~/server/domain/bootstrap/bootstrap-workspace'
import { claimWorkspace } from '~~/server/domain/bootstrap/claim-workspace'
import { readClaim } from '~~/server/domain/bootstrap/read-claim'
import { exportEvents } from '~~/server/domain/event/export-events'
import { listEvents } from '~~/server/domain/event/list-events'
import { checkEvidence } from '~~/server/domain/evidence/check-evidence'
import { addressEvidence } from '~~/server/domain/evidence/address-evidence'
import { submitEvidence } from '~~/server/domain/evidence/submit-evidence'
import { submitRound } from '~~/server/domain/evidence/submit-round'
import type { Attachment } from '~~/server/domain/export/attachment'
import { downloadReview } from '~~/server/domain/export/download-review'
import { exportReviewPage } from '~~/server/domain/export/export-review-page'
import { exportReviewTable } from '~~/server/domain/export/export-review-table'
import { readCapability } from '~~/server/domain/media-link/read-capability'
import { revokeCapabilities } from '~~/server/domain/media-link/revoke-capabilities'
import { acceptInvitation } from '~~/server/domain/member/accept-invitation'
import { allowAgentInvitations } from '~~/server/domain/member/allow-agent-invitations'
import { changeRole } from '~~/server/domain/member/change-role'
import { createInvitation } from '~~/server/domain/member/create-invitation'
import { inviteReviewer } from '~~/server/domain/member/invite-reviewer'
import { listMembers } from '~~/server/domain/member/list-members'
import { readInvitation } from '~~/server/domain/member/read-invitation'
import { removeMember } from '~~/server/domain/member/remove-member'
import { revokeInvitation } from '~~/server/domain/member/revoke-invitation'
import { transferWorkspace } from '~~/server/domain/member/transfer-workspace'
import { listPlans } from '~~/server/domain/meta/list-plans'
import { readHealth } from '~~/server/domain/meta/read-health'
import { readIndex } from '~~/server/domain/meta/read-index'
import { readReady } from '~~/server/domain/meta/read-ready'
import { countUnreadNotifications } from '~~/server/domain/notification/count-unread-notifications'
import { listNotifications } from '~~/server/domain/notification/list-notifications'
import { markNotificationsRead } from '~~/server/domain/notification/mark-notifications-read'
import { readNotificationSettings } from '~~/server/domain/notification/read-notification-settings'
import { updateNotificationSettings } from '~~/server/domain/notification/update-notification-settings'
import { approveConnection } from '~~/server/domain/oauth/approve-connection'
import { exchangeCode } from '~~/server/domain/oauth/exchange-code'
import { readConnection } from '~~/server/domain/oauth/read-connection'
import { registerClient } from '~~/server/domain/oauth/register-client'
import { revokeAccess } from '~~/server/domain/oauth/revoke-access'
import { attachPoster } from '~~/server/domain/picture/attach-poster'
import { attachFrame } from '~~/server/domain/picture/attach-frame'
import { uploadCommentImage } from '~~/server/domain/picture/upload-comment-image'
import { readArtifactPicture } from '~~/server/domain/picture/read-artifact-picture'
import { addPendingComment } from '~~/server/domain/pending-comment/add-pending-comment'
import { addPendingReply } from '~~/server/domain/pending-comment/add-pending-reply'
import { discardPendingComment } from '~~/server/domain/pending-comment/discard-pending-comment'
import { editPendingComment } from '~~/server/domain/pending-comment/edit-pending-comment'
import { listPendingComments } from '~~/server/domain/pending-comment/list-pending-comments'
import { submitReview } from '~~/server/domain/pending-comment/submit-review'
import { readThreadPicture } from '~~/server/domain/picture/read-thread-picture'
import { createProject } from '~~/server/domain/project/create-project'
import { createProjectInDashboard } from '~~/server/domain/project/create-project-in-dashboard'
import { deleteProject } from '~~/server/domain/project/delete-project'
import { findReviews } from '~~/server/domain/project/find-reviews'
import { listCatalog } from '~~/server/domain/project/list-catalog'
import { listProjects } from '~~/server/domain/project/list-projects'
import { archiveReviews } from '~~/server/domain/review/archive-reviews'
import { updateProject } from '~~/server/domain/project/update-project'
import { createReview } from '~~/server/domain/review/create-review'
import { decideReview } from '~~/server/domain/review/decide-review'
import { requestReviewers } from '~~/server/domain/review/request-reviewers'
import { undoVerdict } from '~~/server/domain/review/undo-verdict'
import { deleteReview } from '~~/server/domain/review/delete-review'
import { listSnoozed } from '~~/server/domain/review/list-snoozed'
import { snoozeReviews } from '~~/server/domain/review/snooze-reviews'
import { listReviews } from '~~/server/domain/review/list-reviews'
import { markSeen } from '~~/server/domain/review/mark-seen'
import { markUnseen } from '~~/server/domain/review/mark-unseen'
import { readInbox } from '~~/server/domain/review/read-inbox'
import { readReview } from '~~/server/domain/review/read-review'
import { readReviewMarkdown } from '~~/server/domain/review/read-review-markdown'
import { updateReview } from '~~/server/domain/review/update-review'
import { watchReview } from '~~/server/domain/review/watch-review'
import { createGuestThread } from '~~/server/domain/share-link/create-guest-thread'
import { createShareLink } from '~~/server/domain/share-link/create-share-link'
import { deleteGuestComments } from '~~/server/domain/share-link/delete-guest-comments'
import { deleteOwnGuestComment } from '~~/server/domain/share-link/delete-own-guest-comment'
import { downloadSharedOriginal } from '~~/server/domain/share-link/download-shared-original'
import { downloadSharedReview } from '~~/server/domain/share-link/download-shared-review'
import { listShareLinks } from '~~/server/domain/share-link/list-share-links'
import { readShare } from '~~/server/domain/share-link/read-share'
import { replyAsGuest } from '~~/server/domain/share-link/reply-as-guest'
import { revealShareLink } from '~~/server/domain/share-link/reveal-share-link'
import { revokeShareLink } from '~~/server/domain/share-link/revoke-share-link'
import { unlockShare } from '~~/server/domain/share-link/unlock-share'
import { updateShareLink } from '~~/server/domain/share-link/update-share-link'
import { watchShare } from '~~/server/domain/share-link/watch-share'
import { addressThread } from '~~/server/domain/thread/address-thread'
import { annotateArtifact } from '~~/server/domain/thread/annotate-artifact'
import { claimThread } from '~~/server/domain/thread/claim-thread'
import { createThread } from '~~/server/domain/thread/create-thread'
import { deleteComment } from '~~/server/domain/thread/delete-comment'
import { deleteThread } from '~~/server/domain/thread/delete-thread'
import { deleteThreads } from '~~/server/domain/thread/delete-threads'
import { editComment } from '~~/server/domain/thread/edit-comment'
import { editThread } from '~~/server/domain/thread/edit-thread'
import { listThreads } from '~~/server/domain/thread/list-threads'
import { readFirstThreads } from '~~/server/domain/thread/read-first-threads'
import { readThread } from '~~/server/domain/thread/read-thread'
import { replyToThread } from '~~/server/domain/thread/reply-to-thread'
import { resolveThread } from '~~/server/domain/thread/resolve-thread'
import { setReaction } from '~~/server/domain/thread/set-reaction'
import { setThreadStatuses } from '~~/server/domain/thread/set-thread-statuses'
import { waitForFeedback } from '~~/server/domain/thread/wait-for-feedback'
import { listSignInMethods } from '~~/server/domain/sign-in/list-sign-in-methods'
import { readSignIn } from '~~/server/domain/sign-in/read-sign-in'
import { removeSignInMethod } from '~~/server/domain/sign-in/remove-sign-in-method'
import { renamePasskey } from '~~/server/domain/sign-in/rename-passkey'
import { createToken } from '~~/server/domain/token/create-token'
import { listTokens } from '~~/server/domain/token/list-tokens'
import { readOwnToken } from '~~/server/domain/token/read-own-token'
import { revokeToken } from '~~/server/domain/token/revoke-token'
import { cancelRevision } from '~~/server/domain/upload/cancel-revision'
import { completeArtifact } from '~~/server/domain/upload/complete-artifact'
import { declareRevision } from '~~/server/domain/upload/declare-revision'
import { declareUpload } from '~~/server/domain/upload/declare-upload'
import { receiveUpload, type UploadedBytes } from '~~/server/domain/upload/receive-upload'
import { connectForge } from '~~/server/domain/forge/connect-forge'
import { createForgeSecret } from '~~/server/domain/forge/create-forge-secret'
import { disconnectForge } from '~~/server/domain/forge/disconnect-forge'
import { listForgeConnections } from '~~/server/domain/forge/list-forge-connections'
import { readCommitStatus } from '~~/server/domain/forge/read-commit-status'
import { receiveForgeEvent } from '~~/server/domain/forge/receive-forge-event'
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
import { deleteWorkspace } from '~~/server/domain/workspace/delete-workspace'
import { listWorkspaces } from '~~/server/domain/workspace/list-workspaces'
import { readMe } from '~~/server/domain/workspace/read-me'
import { readWorkspaceContents } from '~~/server/domain/workspace/read-workspace-contents'
import { renameWorkspace } from '~~/server/domain/workspace/rename-workspace'
import type { LiveReview } from '~~/server/changes/live-review'
import type { ReceivedFile } from '~~/server/bytes/received-form'
import type { SignedText } from '~~/server/bytes/signed-text'

/** The types of request bodies that are not parsed as JSON or forms, by their media type in the contract. */
interface RawRequests {
  'application/octet-stream': UploadedBytes
  'application/json': SignedText
}

/** The types of results that are not JSON, by their media type in the contract. */
interface RawResults {
  '*/*': Served
  'text/event-stream': LiveReview
  'application/zip': Attachment
  'text/html': Attachment
  'text/csv': Attachment
}

export type ResultOf<T extends Operation> = T['responses'] extends { 200: { raw: infer M } }
  ? RawResults[M & keyof RawResults]
  : OutputOf<T>

/**
 * The function of an operation, independent of the transport. Its parameters are a caller whose access was
 * checked, the parsed input, and an extra input if the operation declares one: a body that is not JSON, the
 * files of a form, or a signal that ends a wait.
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

/**
 * The function of each operation of the contract. Call it through `invoke`, which checks the caller.
 */
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
  updateProject,
  deleteProject,

  createReview,
  readReview,
  updateReview,
  watchReview,
  readReviewMarkdown,
  readCommitStatus,
  decideReview,
  undoVerdict,
  requestReviewers,
  deleteReview,
  listReviews,
  readInbox,
  listSnoozed,
  snoozeReviews,
  archiveReviews,
  markUnseen,
  markSeen,

  declareUpload,
  receiveUpload,
  completeArtifact,
  cancelRevision,
  declareRevision,
  checkEvidence,
  submitEvidence,
  addressEvidence,
  submitRound,

  updateArtifact,
  preferArtifact,
  approveArtifact,
  listAccepted,
  downloadOriginal,
  readArtifactPicture,
  searchEvidence,
  deleteArtifact,
  deleteArtifacts,
  readComparisonSettings,
  updateComparisonSettings,
  putContext,
  readContext,

  downloadReview,
  exportReviewPage,
  exportReviewTable,

  listThreads,
  readFirstThreads,
  waitForFeedback,
  readThread,
  readThreadPicture,
  claimThread,
  createThread,
  annotateArtifact,
  replyToThread,
  addressThread,
  resolveThread,
  editThread,
  attachFrame,
  attachPoster,
  uploadCommentImage,
  deleteThread,
  deleteThreads,
  setThreadStatuses,
  editComment,
  setReaction,
  deleteComment,

  listPendingComments,
  addPendingComment,
  addPendingReply,
  editPendingComment,
  discardPendingComment,
  submitReview,

  createShareLink,
  updateShareLink,
  revealShareLink,
  revokeShareLink,
  listShareLinks,
  readShare,
  watchShare,
  unlockShare,
  createGuestThread,
  replyAsGuest,
  deleteOwnGuestComment,
  downloadSharedOriginal,
  downloadSharedReview,
  deleteGuestComments,

  readCapability,
  revokeCapabilities,

  readSignIn,
  listSignInMethods,
  renamePasskey,
  removeSignInMethod,
  changeEmail,
  confirmEmailChange,
  readAccountDeletion,
  deleteAccount,
  setAvatar,
  removeAvatar,
  listAvatars,
  readAvatar,
  readMe,
  chooseWorkspace,
  listWorkspaces,
  createWorkspace,
  renameWorkspace,
  readWorkspaceContents,
  deleteWorkspace,

  listMembers,
  changeRole,
  transferWorkspace,
  removeMember,
  createInvitation,
  revokeInvitation,
  readInvitation,
  acceptInvitation,
  allowAgentInvitations,
  inviteReviewer,

  requestAccess,
  listOwnAccessRequests,
  listAccessRequests,
  acceptAccessRequest,
  declineAccessRequest,

  listNotifications,
  countUnreadNotifications,
  markNotificationsRead,
  readNotificationSettings,
  updateNotificationSettings,

  readOwnToken,
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
  createForgeSecret,
  receiveForgeEvent,
  listForgeConnections,
  deleteWebhook,
  rotateWebhookSecret,
  testWebhook,
  listDeliveries,
  redeliver,

  listEvents,
  exportEvents,

  readInstanceUsage,
  listAllWorkspaces,
  inspectWorkspace,
  setWorkspaceMember,
  suspendWorkspace,
  unsuspendWorkspace,
  setWorkspaceStorage,
  scheduleWorkspaceDeletion,
  cancelWorkspaceDeletion,
  listAllPeople,
  createPerson,
  inspectPerson,
  suspendPerson,
  unsuspendPerson,
  schedulePersonDeletion,
  cancelPersonDeletion,
  createPasswordLink,
  listAdminEvents,
  exportAdminEvents,
}
