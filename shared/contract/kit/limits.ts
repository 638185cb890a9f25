import { DAY, HOUR, MINUTE, SECOND } from '../../time'

/**
 * All lengths, counts and ranges of the contract. Forms, the server and `/openapi.json` use these. Limits
 * that differ by plan are in `shared/plans.ts`.
 */
export const limits = {
  personName: 100,
  /** The bytes of the address of a person's picture. */
  personImageBytes: 2048,
  /** The bytes of a person's uploaded picture, and the pixels per side of the stored one. */
  avatarBytes: 5 * 1024 * 1024,
  avatarPixels: 256,
  projectName: 120,
  /** The characters of an id or a slug, which may be longer than its name. */
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
  /** The comments of a review, including replies, and their characters. */
  reviewComments: 5_000,
  reviewCommentText: 4_000_000,
  /** The artifacts of a review, including those that are not completed. */
  reviewArtifacts: 1_000,
  /**
   * The characters of threads, as JSON, in one response: the range and default of the parameter, and the size
   * that a tool gives a model.
   */
  feedbackSizeMin: 10_000,
  feedbackSize: 1_000_000,
  feedbackSizeMax: 10_000_000,
  toolFeedbackSize: 80_000,
  /** Anyone with the address of a share link may write these, and agents read them. */
  guestCommentBody: 2_000,
  /** The images of one comment, the bytes of each as uploaded, and the characters of its file name. */
  commentImages: 10,
  commentImageBytes: 10 * 1024 * 1024,
  commentImageName: 200,
  /** The images that one author has uploaded for one review and used in no comment yet. */
  unusedCommentImages: 40,
  /** The pending comments of one person on one review. */
  pendingComments: 100,
  /** The shapes of a comment in addition to the first. */
  furtherShapes: 8,
  /** The points of a freehand line. */
  freehandPointsMin: 2,
  freehandPointsMax: 256,
  idempotencyKey: 255,
  /** The fields of a form that is not multipart, as sent by OAuth clients. */
  formFields: 100,
  seenIds: 1000,
  /** The threads whose status one call sets, or that it deletes. */
  threadsAtOnce: 200,
  /** The artifacts that one call deletes or downloads. */
  artifactsAtOnce: 200,
  /** How long a call may wait for feedback, in seconds: less than the timeout of proxies. */
  waitSeconds: 55,
  /**
   * How long the tool waits for feedback by default, in seconds: MCP clients give up after a minute, unless
   * they get progress.
   */
  toolWaitSeconds: 50,
  toolWaitSecondsWithProgress: 240,
  gatherSeconds: 30,
  gatherSecondsDefault: 10,
  /** The pixels per side, as reported at completion. */
  pixels: 100_000,
  /** The areas of a picture that one completion paints over. */
  redactedAreas: 50,
  /** The bytes of a file on any plan. */
  imageBytes: 50 * 1024 * 1024,
  videoBytes: 500 * 1024 * 1024,
  posterBytes: 50 * 1024 * 1024,
  /** The bytes of a video frame that a browser sends with a comment, and its pixels per side. */
  frameBytes: 2 * 1024 * 1024,
  framePixels: 2048,
  /**
   * The bytes of a whole multipart/form-data body with its files and texts, of one text, and of all its
   * texts.
   */
  formBytes: 600 * 1024 * 1024,
  /** Bytes of a drawn picture as PNG; a larger one becomes a JPEG. */
  drawnPngBytes: 60 * 1024,
  requestedReviewers: 50,
  /** The people who are listed as viewers of a review. */
  viewers: 20,
  formFiles: 50,
  formTexts: 100,
  formTextBytes: 64 * 1024,
  formTextsBytes: 1024 * 1024,
  /** The bytes of a JSON request body. */
  jsonBytes: 1024 * 1024,
  /** The nesting depth of objects and arrays in a JSON body. */
  jsonDepth: 64,
  /** The values of a JSON body: members of objects and elements of arrays together. */
  jsonValues: 20_000,
  /** The characters of an upload token in a path. */
  uploadTokenMin: 20,
  uploadTokenMax: 256,
  uploadLifetimeMs: HOUR,
  /**
   * How long after its declaration an incomplete revision is deleted, an hour after its upload address
   * expires.
   */
  abandonedMs: 2 * HOUR,
  /** The bytes that a workspace has declared and neither completed nor cancelled. */
  bytesInFlight: 10 * 1024 ** 3,
  idempotencyLifetimeMs: DAY,
  /** The lease of a call, after which a call that a crash interrupted can be repeated. */
  idempotencyLeaseMs: MINUTE,
  shareHoursMax: 8760,
  shareLinkName: 120,
  /** The characters of the name under which a visitor of a share link comments. */
  guestName: 80,
  /** The guest comments of one share link. */
  guestComments: 500,
  tokenDaysMax: 365,
  invitationDays: 7,
  invitationDaysMax: 30,
  /** The open invitations by agents in a workspace. */
  agentInvitations: 20,
  /** The access requests of one person that have not expired. */
  accessRequests: 10,
  accessRequestMessage: 500,
  accessRequestMs: 14 * DAY,
  /**
   * How far past the end of its video a timestamp may be, because players and encoders round lengths
   * differently.
   */
  timestampSlackMs: 1000,
  /** The bytes from which `/e/` may redirect to the blob store. */
  redirectBytes: 4 * 1024 * 1024,
  /** The seconds for which the address of such a redirect is valid. */
  redirectSeconds: 300,
  /** Within this time, downloading a revision again adds no audit event. */
  downloadEventMs: HOUR,
  /** The agent tokens that one removal or role change can exempt from revocation. */
  keepTokensMax: 100,
  /** The characters of the query with which an MCP client opens the page /connect. */
  connectRequest: 8000,
  redirectUri: 500,
  redirectUris: 10,
  clientName: 80,
  /** The characters of a field in an OAuth form; client ids contain all redirect addresses. */
  oauthField: 8000,
  emailChangeMs: HOUR,
  oauthCodeMs: MINUTE,
  /** The days for which the token of a connected MCP client is valid. */
  connectionDays: 90,
  webhooksPerWorkspace: 20,
  webhookUrl: 2000,
  /** The waiting messages of one webhook: its receiver gets no more until it responds. */
  webhookWaiting: 1000,
  /** How long the previous secret of a webhook still signs messages after a rotation. */
  webhookSecretOverlapMs: DAY,
  /** How long a receiver may take to respond, in milliseconds. */
  webhookTimeoutMs: 15 * SECOND,
  /** How long a receiver that failed last may take to respond, in milliseconds. */
  webhookFailingTimeoutMs: 5 * SECOND,
  /** The bytes of a response in the log of a webhook. */
  webhookResponseBytes: 1024,
  /** The number of last attempts of a message in the log. */
  webhookAttemptsLogged: 20,
  /** A webhook that fails for this long is disabled. */
  webhookFailingMs: 5 * DAY,
  webhookLogMs: 30 * DAY,
  forgeUrl: 500,
  forgeRepository: 300,
  forgeToken: 1000,
  /** Changes of a review within this time are written to its pull request together. */
  pullRequestGatherMs: 5 * SECOND,
  /** The time limits of one request to a forge, and of all requests of one update, in milliseconds. */
  forgeRequestMs: 10 * SECOND,
  forgeUpdateMs: 30 * SECOND,
  /** The time limit of all requests of one update to a forge that failed last. */
  forgeFailingUpdateMs: 10 * SECOND,
  /**
   * The bytes and values of a response of a forge, of a page of comments, and of all responses to one update.
   */
  forgeResponseBytes: 2 * 1024 * 1024,
  forgeResponseValues: 50_000,
  forgeTotalBytes: 16 * 1024 * 1024,
  forgeTotalValues: 200_000,
  /** Notifications within this time are sent in one mail. */
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
  /** The characters of a cursor, which contains a title and an id. */
  reviewCursor: 300,
  /** The number of newest reviews whose evidence a search reads, and the number of results. */
  searchedReviews: 1000,
  foundEvidence: 20,
  /** The reviews of an inbox: those that changed last. */
  inboxReviews: 200,
  /** The rows of one page of a list. */
  pageSize: 100,
  /** The rows of one page of a list for administrators, which counts the contents of each row. */
  adminPageSize: 50,
  adminSearch: 200,
  adminReason: 500,
  /** The days between the decision to delete a person or a workspace and the deletion. */
  deletionDelayDays: 7,
  capabilityMaxAgeSeconds: 86_400,
  /** The cache lifetime of an address that follows the latest revision, in seconds. */
  latestMaxAgeSeconds: 60,
} as const
