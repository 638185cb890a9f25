import { DAY, HOUR, MINUTE, SECOND } from '../../time'

/**
 * All lengths, counts and ranges of the contract. Forms, the server and `/openapi.json` use these. Limits
 * that differ by plan are in `shared/plans.ts`.
 */
export const limits = {
  personName: 100,
  /** The maximum length of the URL of a person's picture, in bytes. */
  personImageBytes: 2048,
  /**
   * The maximum size of an uploaded profile picture in bytes, and the size of the stored picture: its width
   * and its height in pixels.
   */
  avatarBytes: 5 * 1024 * 1024,
  avatarPixels: 256,
  projectName: 120,
  /**
   * The maximum number of characters of a project id or slug in a request. A slug may be longer than the name
   * of its project.
   */
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
  /**
   * The maximum number of comments in a review, including replies, and the maximum number of bytes in all of
   * them together.
   */
  reviewComments: 5_000,
  reviewCommentText: 4_000_000,
  /**
   * The maximum number of bytes in the JSON of all shapes of a review together, including the elements and
   * events that are stored with its comments.
   */
  reviewMarks: 8_000_000,
  /** The maximum number of artifacts in a review, including artifacts whose upload is not complete. */
  reviewArtifacts: 1_000,
  /**
   * The maximum number of revisions in a review, including revisions whose upload is not complete, and the
   * maximum number of bytes in their texts and comparisons.
   */
  reviewRevisions: 5_000,
  reviewRevisionText: 8_000_000,
  /** The maximum number of verdicts that one person may give on a review. */
  personVerdicts: 1_000,
  /**
   * The limits for the threads in one response, in characters of their JSON: the minimum, default and maximum
   * of the parameter `size`, and the value that the MCP tool uses.
   */
  feedbackSizeMin: 10_000,
  feedbackSize: 1_000_000,
  feedbackSizeMax: 10_000_000,
  toolFeedbackSize: 80_000,
  /** The maximum number of threads whose marks one call of the MCP tool shows. */
  viewedMarks: 8,
  /**
   * The maximum number of characters of a guest comment. It is low because anyone with the URL of a share
   * link may write comments that agents then read.
   */
  guestCommentBody: 2_000,
  /** The maximum number of people who react to a comment with the same emoji. */
  reactionPeople: 50,
  /**
   * The maximum number of images in a comment, of bytes in each uploaded image, and of characters in its file
   * name.
   */
  commentImages: 10,
  commentImageBytes: 10 * 1024 * 1024,
  commentImageName: 200,
  /**
   * The maximum number of images that one author may have uploaded to a review without using them in a
   * comment.
   */
  unusedCommentImages: 40,
  /** The maximum number of pending comments that one person may have in a review. */
  pendingComments: 100,
  /** The maximum number of shapes in a comment in addition to the first one. */
  furtherShapes: 8,
  /** The minimum and maximum number of points of a freehand line. */
  freehandPointsMin: 2,
  freehandPointsMax: 256,
  idempotencyKey: 255,
  /** The maximum number of fields in a form that is not multipart, such as a form of an OAuth client. */
  formFields: 100,
  seenIds: 1000,
  /** The maximum number of threads that one call may delete, or whose status one call may set. */
  threadsAtOnce: 200,
  /** The maximum number of artifacts that one call may delete or download. */
  artifactsAtOnce: 200,
  /**
   * The maximum time that a call may wait for feedback, in seconds. It is shorter than the timeout of common
   * proxies.
   */
  waitSeconds: 55,
  /**
   * How long the MCP tool waits for feedback by default, in seconds. It is less than the minute after which
   * MCP clients stop waiting. The wait is longer if the client requests progress messages, which keep the
   * call alive.
   */
  toolWaitSeconds: 50,
  toolWaitSecondsWithProgress: 240,
  gatherSeconds: 30,
  gatherSecondsDefault: 10,
  /**
   * The maximum width and height in pixels that a client may state for a file when it completes the upload.
   */
  pixels: 100_000,
  /** The maximum number of areas of an image that can be painted over when its upload is completed. */
  redactedAreas: 50,
  /**
   * The maximum size of the context of a revision in bytes, the maximum number of values in its JSON, and the
   * maximum numbers of its elements and events.
   */
  contextBytes: 2 * 1024 * 1024,
  contextValues: 60_000,
  contextElements: 2_000,
  contextEvents: 2_000,
  /** The maximum number of characters in the texts of a context. */
  contextName: 200,
  contextElementText: 80,
  contextSelector: 500,
  contextUrl: 2_000,
  contextEventText: 500,
  contextEventDetail: 2_000,
  contextAria: 400_000,
  /** The maximum number of regions of a screen that comparisons ignore. */
  ignoredRegions: 50,
  /** The maximum number of changed regions that a comparison lists; the largest ones are listed. */
  comparedBoxes: 50,
  /** The maximum number of accepted revisions of a screen that are listed. */
  acceptedRevisions: 50,
  /**
   * The maximum number of pixels of an image that is compared pixel by pixel, because both images are
   * completely in memory.
   */
  comparedPixels: 40_000_000,
  /** The maximum size of a file in bytes, on any plan. */
  imageBytes: 50 * 1024 * 1024,
  videoBytes: 500 * 1024 * 1024,
  posterBytes: 50 * 1024 * 1024,
  /**
   * The maximum size of a video frame that a browser sends with a comment, in bytes, and its maximum width
   * and height in pixels.
   */
  frameBytes: 2 * 1024 * 1024,
  framePixels: 2048,
  /**
   * The maximum size in bytes of a multipart/form-data body with all of its files and texts. For texts,
   * `formTextBytes` is the maximum of a single text, and `formTextsBytes` of all texts together.
   */
  formBytes: 600 * 1024 * 1024,
  /**
   * The maximum size of a drawn picture in the PNG format, in bytes. A picture that would be larger is
   * encoded as JPEG.
   */
  drawnPngBytes: 60 * 1024,
  requestedReviewers: 50,
  /** The maximum number of people who are listed as current viewers of a review. */
  viewers: 20,
  formFiles: 50,
  /**
   * The maximum number of one-time addresses for evidence of a workspace that have not expired, and the
   * maximum size of the texts of one, in bytes.
   */
  evidenceAddresses: 200,
  evidenceAddressBytes: 64 * 1024,
  /** The maximum number of files in one request that asks which files the server already has. */
  checkedFiles: 500,
  formTexts: 100,
  formTextBytes: 64 * 1024,
  formTextsBytes: 1024 * 1024,
  /** The maximum size of a JSON request body in bytes. */
  jsonBytes: 1024 * 1024,
  /** The maximum nesting depth of objects and arrays in a JSON request body. */
  jsonDepth: 64,
  /**
   * The maximum number of values in a JSON request body. All members of objects and elements of arrays count.
   */
  jsonValues: 20_000,
  /** The minimum and maximum number of characters of an upload token in a path. */
  uploadTokenMin: 20,
  uploadTokenMax: 256,
  uploadLifetimeMs: HOUR,
  /** How long a one-time address for evidence is valid, in milliseconds. */
  evidenceAddressMs: 15 * MINUTE,
  /** The number of characters of the ticket in a one-time address for evidence. */
  ticket: 32,
  /**
   * The maximum number of characters in the path of a file. The path is used in the command that sends the
   * file.
   */
  filePath: 1000,
  /**
   * The time in milliseconds after which a declared revision is deleted if its upload was not completed. This
   * is one hour longer than the upload URL is valid.
   */
  abandonedMs: 2 * HOUR,
  /**
   * The maximum number of bytes in a workspace of all declared uploads that are neither completed nor
   * canceled.
   */
  bytesInFlight: 10 * 1024 ** 3,
  idempotencyLifetimeMs: DAY,
  /**
   * How long a running call reserves its Idempotency-Key, in milliseconds. If a crash interrupted the call,
   * the call can be retried after this time.
   */
  idempotencyLeaseMs: MINUTE,
  shareHoursMax: 8760,
  /** The maximum number of share links of a review that are not revoked. */
  reviewShareLinks: 200,
  shareLinkName: 120,
  /** The maximum number of characters of the name that a visitor of a share link enters to comment. */
  guestName: 80,
  /** The maximum number of guest comments through one share link. */
  guestComments: 500,
  tokenDaysMax: 365,
  /**
   * The maximum numbers of projects and of valid agent tokens of a workspace, and of workspaces that one
   * person owns, on servers where the limits of plans do not apply.
   */
  workspaceProjects: 5_000,
  workspaceTokens: 2_000,
  ownedWorkspaces: 200,
  invitationDays: 7,
  invitationDaysMax: 30,
  /**
   * The maximum number of open invitations of a workspace, and the maximum number of open invitations that
   * agents created.
   */
  workspaceInvitations: 1_000,
  agentInvitations: 20,
  /** The maximum number of access requests of one person that have not expired. */
  accessRequests: 10,
  accessRequestMessage: 500,
  accessRequestMs: 14 * DAY,
  /**
   * By how much a timestamp may exceed the length of its video, in milliseconds. Players and encoders round
   * the length of a video differently.
   */
  timestampSlackMs: 1000,
  /**
   * The minimum size of a file, in bytes, for which a request to `/e/` may be redirected to the blob store.
   */
  redirectBytes: 4 * 1024 * 1024,
  /** How long a redirect URL to the blob store is valid, in seconds. */
  redirectSeconds: 300,
  /**
   * The time in milliseconds after a download of a revision in which further downloads of it by the same
   * actor add no event to the audit log.
   */
  downloadEventMs: HOUR,
  /**
   * The maximum number of agent tokens that can be exempted from revocation when a member is removed or gets
   * another role.
   */
  keepTokensMax: 100,
  /**
   * The maximum number of characters of the query string with which an MCP client opens the page /connect.
   */
  connectRequest: 8000,
  redirectUri: 500,
  redirectUris: 10,
  clientName: 80,
  /**
   * The maximum number of characters of a field in an OAuth form. It is high because a client id contains all
   * redirect URLs of the client.
   */
  oauthField: 8000,
  emailChangeMs: HOUR,
  /**
   * How long a link to choose a new password is valid, in milliseconds, whether or not it was sent by mail.
   */
  passwordLinkMs: HOUR,
  oauthCodeMs: MINUTE,
  /** The number of days for which the token of a connected MCP client is valid. */
  connectionDays: 90,
  webhooksPerWorkspace: 20,
  webhookUrl: 2000,
  /**
   * The maximum number of messages of one webhook that wait to be sent. When it is reached, no messages are
   * added until the receiver responds.
   */
  webhookWaiting: 1000,
  /**
   * The time in milliseconds after the rotation of a webhook's secret in which messages are signed with both
   * the new and the previous secret.
   */
  webhookSecretOverlapMs: DAY,
  /** How long the receiver of a webhook may take to respond, in milliseconds. */
  webhookTimeoutMs: 15 * SECOND,
  /**
   * How long the receiver of a webhook may take to respond if the previous attempt failed, in milliseconds.
   */
  webhookFailingTimeoutMs: 5 * SECOND,
  /** The maximum number of bytes of a response that are stored in the log of a webhook. */
  webhookResponseBytes: 1024,
  /**
   * The maximum number of attempts to send a message that are stored in the log of a webhook. Only the latest
   * attempts are stored.
   */
  webhookAttemptsLogged: 20,
  /**
   * The time in milliseconds after which a webhook is disabled if all attempts to send its messages have
   * failed.
   */
  webhookFailingMs: 5 * DAY,
  webhookLogMs: 30 * DAY,
  forgeUrl: 500,
  forgeRepository: 300,
  forgeToken: 1000,
  /**
   * All changes of a review within this time (in milliseconds) are written to its pull request in a single
   * update.
   */
  pullRequestGatherMs: 5 * SECOND,
  /** The shortest time, in milliseconds, between two checks whether a pull request was merged. */
  pullRequestCheckMs: 10 * MINUTE,
  /** How long after the last change of its review a pull request is checked, in milliseconds. */
  pullRequestAwaitedMs: 180 * DAY,
  /**
   * The maximum durations in milliseconds of one request to a forge, and of all requests of one update
   * together.
   */
  forgeRequestMs: 10 * SECOND,
  forgeUpdateMs: 30 * SECOND,
  /**
   * The maximum duration of all requests of one update to a forge if the previous update failed, in
   * milliseconds.
   */
  forgeFailingUpdateMs: 10 * SECOND,
  /**
   * The maximum number of bytes and of JSON values in one response of a forge, and in all responses during
   * one update together.
   */
  forgeResponseBytes: 2 * 1024 * 1024,
  forgeResponseValues: 50_000,
  forgeTotalBytes: 16 * 1024 * 1024,
  forgeTotalValues: 200_000,
  /** All notifications of a person within this time (in milliseconds) are sent in a single mail. */
  notificationGatherMs: 2 * MINUTE,
  /** The hour at which daily digests are sent, in UTC. */
  notificationDigestHour: 7,
  notificationExcerpt: 300,
  notificationMs: 90 * DAY,
  passkeyName: 80,
  passkeysMax: 20,
  passwordMin: 8,
  passwordMax: 128,
  reviewSearch: 200,
  /**
   * The maximum number of characters of a cursor in a list of reviews. A cursor contains a title and an id.
   */
  reviewCursor: 300,
  /**
   * The number of newest reviews whose evidence is searched, and the maximum number of results of this
   * search.
   */
  searchedReviews: 1000,
  foundEvidence: 20,
  /** The maximum number of reviews in the inbox. The inbox contains the reviews that changed last. */
  inboxReviews: 200,
  /** The maximum number of days for which a person can snooze a review. */
  snoozeDays: 90,
  /** The number of rows on one page of a list. */
  pageSize: 100,
  /**
   * The number of rows on one page of a list for administrators. It is lower because the contents of each row
   * are counted.
   */
  adminPageSize: 50,
  adminSearch: 200,
  adminReason: 500,
  /** The maximum retention in days that an administrator may set for a workspace: 100 years. */
  retentionDaysMax: 36_500,
  /** The number of days between the decision to delete a person or a workspace and the deletion. */
  deletionDelayDays: 7,
  capabilityMaxAgeSeconds: 86_400,
  /** How long caches may store a file if its URL always shows the latest revision, in seconds. */
  latestMaxAgeSeconds: 60,
} as const
