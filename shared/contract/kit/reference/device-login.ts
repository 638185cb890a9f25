import type { z } from 'zod'
import type { ServerInfo } from '../../../server-info'
import { contract } from '../../index'
import {
  DeviceCode,
  DeviceCodeRequest,
  deviceErrors,
  deviceGrantType,
  DeviceToken,
  DeviceTokenRequest,
} from '../../device-login'
import { toSchema } from '../openapi/schema'
import { typeOf, type TypeContext } from './types'

/**
 * Returns how a client gets an agent token: by hand, or by the device login with commands that run as
 * printed.
 */
export function deviceLogin({ cliClientId }: ServerInfo, context: TypeContext): string {
  const block = (schema: z.ZodType | undefined, io: 'input' | 'output') =>
    schema ? `\`\`\`ts\n${typeOf(toSchema(schema, io, context.schemas), context)}\n\`\`\`` : ''
  const errors = Object.entries(deviceErrors).map(([code, meaning]) => `| \`${code}\` | ${meaning} |`)
  return `## Get a token

A person creates an agent token in the dashboard under Settings, Agent tokens. A client without a browser \
uses the device login (RFC 8628): a person approves it, and the client exchanges the session token it gets \
for an agent token.

\`\`\`sh
login=$(curl -s "$EXHIBIT_URL/api/auth/device/code" -d client_id=${cliClientId})
echo "Open $(echo "$login" | jq -r .verification_uri_complete) and approve."
while sleep "$(echo "$login" | jq -r .interval)"; do
  polled=$(curl -s "$EXHIBIT_URL/api/auth/device/token" -d client_id=${cliClientId} \\
    -d grant_type=${deviceGrantType} -d "device_code=$(echo "$login" | jq -r .device_code)")
  case $(echo "$polled" | jq -r .error) in authorization_pending | slow_down) ;; *) break ;; esac
done
session="Authorization: Bearer $(echo "$polled" | jq -r .access_token)"
workspace=$(curl -s "$EXHIBIT_URL/api/me" -H "$session" | jq -r '.workspaces[0].id')
jq -n --arg workspace "$workspace" '{workspaceId: $workspace, name: "my-agent",
    capabilities: ["artifact:write", "artifact:read", "feedback:read", "thread:reply"]}' \\
  | curl -s "$EXHIBIT_URL/api/tokens" -H "$session" -H "Content-Type: application/json" -d @- | jq -r .token
\`\`\`

### POST /api/auth/device/code

Begin a device login. Credentials: none. 10 requests a minute for each client address. The body is a form \
or JSON:

${block(DeviceCodeRequest, 'input')}

Response 200:

${block(DeviceCode, 'output')}

### POST /api/auth/device/token

Poll for the outcome, at most once in \`interval\` seconds. Credentials: none. Counts as a write. The body \
is a form or JSON:

${block(DeviceTokenRequest, 'input')}

Response 200:

${block(DeviceToken, 'output')}

Errors of both have status 400 (415 for a body that is neither a form nor JSON), and \`error\` and \
\`error_description\` beside the members of every error:

| \`error\` | Meaning |
|---|---|
${errors.join('\n')}

### POST /api/tokens

Create an agent token with the session token of the device login. Counts as a credential request.

${block(contract.createToken.body, 'input')}

Response 201; \`token\` is shown this once:

${block(contract.createToken.responses[201], 'output')}`
}

/** The schemas that {@link deviceLogin} shows. */
export const deviceLoginSchemas = [DeviceCodeRequest, DeviceCode, DeviceTokenRequest, DeviceToken]
