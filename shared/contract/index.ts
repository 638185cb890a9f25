import { accessRequestOperations } from './access-request'
import { accountOperations } from './account'
import { adminOperations } from './admin'
import { artifactOperations } from './artifact'
import { billingOperations } from './billing'
import { bootstrapOperations } from './bootstrap'
import { eventOperations } from './event'
import { evidenceOperations } from './evidence'
import { exportOperations } from './export'
import { comparisonOperations } from './comparison'
import { contextOperations } from './context'
import type { InputOf, OutputOf } from './kit/operation'
import { mediaLinkOperations } from './media-link'
import { memberOperations } from './member'
import { metaOperations } from './meta'
import { notificationOperations } from './notification'
import { oauthOperations } from './oauth'
import { pendingCommentOperations } from './pending-comment'
import { projectOperations } from './project'
import { reviewOperations } from './review'
import { reviewListOperations } from './review-list'
import { shareLinkOperations } from './share-link'
import { threadOperations } from './thread-changes'
import { signInOperations } from './sign-in'
import { tokenOperations } from './token'
import { uploadOperations } from './upload'
import { feedbackOperations } from './feedback'
import { forgeOperations } from './forge'
import { webhookOperations } from './webhook'
import { workspaceOperations } from './workspace'

/** The contract: every operation of the service by its id, in the order of the reference. */
export const contract = {
  ...metaOperations,
  ...bootstrapOperations,
  ...projectOperations,
  ...reviewOperations,
  ...reviewListOperations,
  ...evidenceOperations,
  ...uploadOperations,
  ...artifactOperations,
  ...comparisonOperations,
  ...contextOperations,
  ...exportOperations,
  ...feedbackOperations,
  ...threadOperations,
  ...pendingCommentOperations,
  ...shareLinkOperations,
  ...mediaLinkOperations,
  ...signInOperations,
  ...accountOperations,
  ...workspaceOperations,
  ...memberOperations,
  ...accessRequestOperations,
  ...notificationOperations,
  ...tokenOperations,
  ...oauthOperations,
  ...billingOperations,
  ...webhookOperations,
  ...forgeOperations,
  ...eventOperations,
  ...adminOperations,
}

export type Contract = typeof contract
export type OperationId = keyof Contract

/** The input of an operation: its path, query and body parameters in one object, after parsing. */
export type Input<Id extends OperationId> = InputOf<Contract[Id]>
/** The result of an operation. */
export type Output<Id extends OperationId> = OutputOf<Contract[Id]>
