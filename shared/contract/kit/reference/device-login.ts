import type { z } from 'zod'
import type { ServerInfo } from '../../../documents/server-info'
import { contract } from '../../index'
import {
  DeviceCode,
  DeviceCodeRequest,
  deviceErrors,
  DeviceToken,
  DeviceTokenRequest,
} from '../../device-login'
import { toSchema } from '../openapi/schema'
import { typeOf, type TypeContext } from './types'

/**
 * Returns the part of the API reference about getting an agent token: in the dashboard, or with the device
 * login.
 */
export function deviceLogin({ publicUrl, cliClientId }: ServerInfo, context: TypeContext): string {
  const block = (schema: z.ZodType | undefined, io: 'input' | 'output') =>
    schema ? `\`\`\`ts\n${typeOf(toSchema(schema, io, context.schemas), context)}\n\`\`\`` : ''
  const errors = Object.entries(deviceErrors).map(([code, meaning]) => `| \`${code}\` | ${meaning} |`)
  return `## Get a token

A person creates an agent token in the dashboard under Settings, Agent tokens. A client without a browser \
uses the device login (RFC 8628): a person approves it, and the client exchanges the session token it gets \
for an agent token. The command line does this by itself; ${publicUrl}/skill/references/http.md has the \
commands for curl, with the client id \`${cliClientId}\`.

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
\`error_description\` in addition to the fields of every error:

| \`error\` | Meaning |
|---|---|
${errors.join('\n')}

### POST /api/tokens

Create an agent token with the session token of the device login. Counts as a credential request.

${block(contract.createToken.body, 'input')}

Response 201; \`token\` is shown only once:

${block(contract.createToken.responses[201], 'output')}`
}

/** The schemas that {@link deviceLogin} shows. */
export const deviceLoginSchemas = [DeviceCodeRequest, DeviceCode, DeviceTokenRequest, DeviceToken]
