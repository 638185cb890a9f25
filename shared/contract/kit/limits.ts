import { DAY, HOUR, MINUTE, SECOND } from '../../time'

/**
 * Every length, count and range of the contract. Forms, server and `/openapi.json` use these; limits that
 * differ by plan are in `shared/plans.ts`.
 */
export const limits = {
  personName: 100,
  /** Bytes of the address of a person's picture. */
  personImageBytes: 2048,
  /** Bytes of a person's picture as it is sent, and pixels a side as it is shown. */
  avatarBytes: 5 * 1024 * 1024,
  avatarPixels: 256,
  projectName: 120,
  /** An id or a slug, which may be longer than its name. */
  projectReference: 500,
  repository: 500,
  workspaceName: 120,
  tokenName: 120,
  title: 200,
  prRef: 200,
  branch: 200,
  externalRef: 200,
  commit: 100,
  description: 2000,
  variationGroup: 100,
  route: 500,
  scenario: 200,
  roundKey: 100,
  roundSummary: 2000,
  commentBody: 10_000,
  /** Comments of a review, replies too, and their characters. */
  reviewComments: 5_000,
  reviewCommentText: 4_000_000,
  /** Artifacts of a review, those that are not completed too. */
  reviewArtifacts: 1_000,
  /** Characters of threads, as JSON, in one response: what is asked for, and what a tool gives a model. */
  feedbackSizeMin: 10_000,
  feedbackSize: 1_000_000,
  feedbackSizeMax: 10_000_000,
  toolFeedbackSize: 80_000,
  /** Anybody who has the address of a share link may write these, and agents read them. */
  guestCommentBody: 2_000,
  /** Images of one comment, bytes of each as it is sent, and characters of its file name. */
  commentImages: 10,
  commentImageBytes: 10 * 1024 * 1024,
  commentImageName: 200,
  /** Images that one author has sent to one review, and that are in no comment yet. */
  unusedCommentImages: 40,
  /** Comments of one person on one review that are not sent yet. */
  pendingComments: 100,
  /** Shapes of a comment beside the first. */
  furtherShapes: 8,
  /** Points of a freehand line. */
  freehandPointsMin: 2,
  freehandPointsMax: 256,
  idempotencyKey: 255,
  /** Fields of a form that is not multipart, as clients of OAuth send it. */
  formFields: 100,
  seenIds: 1000,
  /** Threads whose status one call sets, or that it deletes. */
  threadsAtOnce: 200,
  /** Artifacts that one call deletes or downloads. */
  artifactsAtOnce: 200,
  /** How long a call may wait for feedback: less than proxies wait for a response. */
  waitSeconds: 55,
  /**
   * How long the tool waits for feedback unless the call says: clients of MCP give up after a minute, unless
   * they hear of progress.
   */
  toolWaitSeconds: 50,
  toolWaitSecondsWithProgress: 240,
  gatherSeconds: 30,
  gatherSecondsDefault: 10,
  /** Pixels a side, as reported at completion. */
  pixels: 100_000,
  /** Areas of a picture that one completion paints over. */
  redactedAreas: 50,
  /** Bytes of a file on any plan. */
  imageBytes: 50 * 1024 * 1024,
  videoBytes: 500 * 1024 * 1024,
  posterBytes: 50 * 1024 * 1024,
  /** Bytes of the frame of a video that a browser sends with a comment, and pixels a side. */
  frameBytes: 2 * 1024 * 1024,
  framePixels: 2048,
  /** Bytes of a whole multipart/form-data body, its files and texts, of one text, and of all its texts. */
  formBytes: 600 * 1024 * 1024,
  requestedReviewers: 50,
  /** People who are listed as viewers of a review. */
  viewers: 20,
  formFiles: 50,
  formTexts: 100,
  formTextBytes: 64 * 1024,
  formTextsBytes: 1024 * 1024,
  /** Bytes of a JSON request body. */
  jsonBytes: 1024 * 1024,
  /** How deeply objects and arrays of a JSON body are nested. */
  jsonDepth: 64,
  /** Values of a JSON body: members of objects and elements of arrays, together. */
  jsonValues: 20_000,
  /** Characters of an upload token in a path. */
  uploadTokenMin: 20,
  uploadTokenMax: 256,
  uploadLifetimeMs: HOUR,
  /** A revision that is not completed is deleted so long after its declaration, an hour after its address. */
  abandonedMs: 2 * HOUR,
  /** Bytes that a workspace has declared and neither completed nor cancelled. */
  bytesInFlight: 10 * 1024 ** 3,
  idempotencyLifetimeMs: DAY,
  /** The lease of a call that a crash interrupted expires after this. */
  idempotencyLeaseMs: MINUTE,
  shareHoursMax: 8760,
  shareLinkName: 120,
  /** The name under which a visitor of a share link comments. */
  guestName: 80,
  /** Comments of guests that one share link holds. */
  guestComments: 500,
  tokenDaysMax: 365,
  invitationDays: 7,
  invitationDaysMax: 30,
  /** Open invitations of agents in a workspace. */
  agentInvitations: 20,
  /** Access requests of one person that have not expired. */
  accessRequests: 10,
  accessRequestMessage: 500,
  accessRequestMs: 14 * DAY,
  /**
   * A timestamp may be this far past the end of its video, because players and encoders round lengths
   * differently.
   */
  timestampSlackMs: 1000,
  /** Bytes from which `/e/` may redirect to the store of the blobs. */
  redirectBytes: 4 * 1024 * 1024,
  /** Seconds for which the address of such a redirect is valid. */
  redirectSeconds: 300,
  /** Downloading a revision again within this time adds no audit event. */
  downloadEventMs: HOUR,
  /** Agent tokens that one removal or role change can exempt from revocation. */
  keepTokensMax: 100,
  /** The query with which an MCP client opens the page /connect. */
  connectRequest: 8000,
  redirectUri: 500,
  redirectUris: 10,
  clientName: 80,
  /** A field of a form of OAuth; client ids contain all redirect addresses. */
  oauthField: 8000,
  emailChangeMs: HOUR,
  oauthCodeMs: MINUTE,
  /** Days for which the token of a connected MCP client is valid. */
  connectionDays: 90,
  webhooksPerWorkspace: 20,
  webhookUrl: 2000,
  /** Messages of one webhook that wait: its receiver gets no more until it responds. */
  webhookWaiting: 1000,
  /** The secret of a webhook that was rotated signs for this long. */
  webhookSecretOverlapMs: DAY,
  /** A receiver has this long to respond, in milliseconds. */
  webhookTimeoutMs: 15 * SECOND,
  /** The same, for one that failed last. */
  webhookFailingTimeoutMs: 5 * SECOND,
  /** Bytes of a response that the log of a webhook has. */
  webhookResponseBytes: 1024,
  /** The last attempts of a message that the log has. */
  webhookAttemptsLogged: 20,
  /** A webhook that fails for this long is disabled. */
  webhookFailingMs: 5 * DAY,
  webhookLogMs: 30 * DAY,
  forgeUrl: 500,
  forgeRepository: 300,
  forgeToken: 1000,
  /** Changes of a review within this time are written to its pull request at once. */
  pullRequestGatherMs: 5 * SECOND,
  /** One request to a forge, and all that one update sends, in milliseconds. */
  forgeRequestMs: 10 * SECOND,
  forgeUpdateMs: 30 * SECOND,
  /** All that one update sends to a forge that failed last. */
  forgeFailingUpdateMs: 10 * SECOND,
  /** Bytes and values of a response of a forge, a page of comments, and of all responses to one update. */
  forgeResponseBytes: 2 * 1024 * 1024,
  forgeResponseValues: 50_000,
  forgeTotalBytes: 16 * 1024 * 1024,
  forgeTotalValues: 200_000,
  /** Notifications within this time are one mail. */
  notificationGatherMs: 2 * MINUTE,
  /** The hour of daily digests, in UTC. */
  notificationDigestHour: 7,
  notificationExcerpt: 300,
  notificationMs: 90 * DAY,
  passkeyName: 80,
  passkeysMax: 20,
  passwordMin: 8,
  passwordMax: 128,
  reviewSearch: 200,
  /** A cursor contains a title and an id. */
  reviewCursor: 300,
  /** A search for evidence reads that of this many reviews, the newest, and returns this many. */
  searchedReviews: 1000,
  foundEvidence: 20,
  /** Reviews of an inbox: those that changed last. */
  inboxReviews: 200,
  /** Rows of one page of a list. */
  pageSize: 100,
  /** Rows of one page of a list for administrators, which counts what each row has. */
  adminPageSize: 50,
  adminSearch: 200,
  adminReason: 500,
  /** Days between the decision to delete a person or a workspace and the deletion. */
  deletionDelayDays: 7,
  capabilityMaxAgeSeconds: 86_400,
  /** Of an address that follows the latest revision. */
  latestMaxAgeSeconds: 60,
} as const
