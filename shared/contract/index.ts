import * as artifact from './artifact'
import * as billing from './billing'
import * as bootstrap from './bootstrap'
import * as event from './event'
import * as member from './member'
import * as project from './project'
import * as review from './review'
import * as service from './service'
import * as shareLink from './share-link'
import * as thread from './thread'
import * as token from './token'
import * as workspace from './workspace'

/** The contract: every operation of the service, in the order the reference shows them. */
export const contract = {
  readIndex: service.readIndex,
  readHealth: service.readHealth,
  listPlans: service.listPlans,

  bootstrapWorkspace: bootstrap.bootstrapWorkspace,
  claimWorkspace: bootstrap.claimWorkspace,

  listCatalog: project.listCatalog,
  createProject: project.createProject,

  createReview: review.createReview,
  readReview: review.readReview,
  readReviewMarkdown: review.readReviewMarkdown,
  markSeen: review.markSeen,

  declareUpload: artifact.declareUpload,
  receiveUpload: artifact.receiveUpload,
  completeArtifact: review.completeArtifact,
  declareRevision: artifact.declareRevision,
  updateArtifact: artifact.updateArtifact,
  preferArtifact: artifact.preferArtifact,
  downloadOriginal: artifact.downloadOriginal,

  listThreads: thread.listThreads,
  createThread: thread.createThread,
  annotateArtifact: thread.annotateArtifact,
  replyToThread: thread.replyToThread,
  addressThread: thread.addressThread,
  resolveThread: thread.resolveThread,

  createShareLink: shareLink.createShareLink,
  revokeShareLink: shareLink.revokeShareLink,
  readShare: shareLink.readShare,

  readCapability: artifact.readCapability,
  revokeCapabilities: artifact.revokeCapabilities,

  readSignIn: service.readSignIn,
  readMe: workspace.readMe,
  listWorkspaces: workspace.listWorkspaces,
  readInbox: review.readInbox,
  watchReview: review.watchReview,
  watchShare: shareLink.watchShare,
  listProjects: project.listProjects,
  createProjectInDashboard: project.createProjectInDashboard,
  listReviews: review.listReviews,
  decideReview: review.decideReview,
  deleteReview: review.deleteReview,
  deleteArtifact: artifact.deleteArtifact,
  renameProject: project.renameProject,
  deleteProject: project.deleteProject,
  editThread: thread.editThread,
  deleteThread: thread.deleteThread,
  createWorkspace: workspace.createWorkspace,
  renameWorkspace: workspace.renameWorkspace,
  listShareLinks: shareLink.listShareLinks,
  listTokens: token.listTokens,
  createToken: token.createToken,
  revokeToken: token.revokeToken,
  readClaim: bootstrap.readClaim,
  chooseWorkspace: workspace.chooseWorkspace,
  listMembers: member.listMembers,
  changeRole: member.changeRole,
  removeMember: member.removeMember,
  createInvitation: member.createInvitation,
  revokeInvitation: member.revokeInvitation,
  readInvitation: member.readInvitation,
  acceptInvitation: member.acceptInvitation,
  listEvents: event.listEvents,
  readBilling: billing.readBilling,
  openCheckout: billing.openCheckout,
  openPortal: billing.openPortal,
  receiveBillingEvent: billing.receiveBillingEvent,
} as const

export type Contract = typeof contract
