/** Commands that are shown as examples where a list is empty. All can be copied and run in a POSIX shell. */
import type { ServerInfo } from './server-info'

const AUTH = '-H "Authorization: Bearer $EXHIBIT_TOKEN"'
const JSON_TYPE = "-H 'Content-Type: application/json'"

/** Returns the command that uploads a screenshot, after a person has approved a token for it. */
export const pushCommand = ({ cliUrl }: Pick<ServerInfo, 'cliUrl'>): string =>
  `npx --yes ${cliUrl} push screenshot.png --ref pr-1`

/** Returns the command that uploads a screenshot to the review of a pull request. */
export const pullRequestCommand = ({ cliUrl }: Pick<ServerInfo, 'cliUrl'>): string =>
  `npx --yes ${cliUrl} push screenshot.png --pr 'owner/name#77'`

/** Returns the command with which an agent invites a reviewer, if an owner lets agents do so. */
export const inviteCommand = (origin: string): string =>
  `curl -s ${origin}/v1/invitations ${AUTH} \\\n  ${JSON_TYPE} -d '{ "email": "rae@example.com" }'`

/** Returns the command with which an agent creates a share link of a review. */
export const shareCommand = (origin: string, reviewId: string): string =>
  `curl -s ${origin}/v1/reviews/${reviewId}/share-links ${AUTH} \\\n` +
  `  ${JSON_TYPE} -d '{ "name": "Design team", "expiresInHours": 72 }'`

/** Returns the command that sends a message, such as a webhook sends, to a receiver on this computer. */
export const webhookMessageCommand = (origin: string): string =>
  `curl -s http://localhost:8080/ ${JSON_TYPE} -d '${JSON.stringify({
    type: 'thread.created',
    timestamp: '2026-11-22T14:03:09.120Z',
    data: {
      reviewId: 'rev_01KA3V7H1K3M5P7R9T1V3X5Z7B',
      status: 'open',
      url: `${origin}/reviews/rev_01KA3V7H1K3M5P7R9T1V3X5Z7B`,
    },
  })}'`
