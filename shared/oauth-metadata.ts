import { addresses } from './addresses'
import { capabilities } from './contract/capabilities'
import type { ServerInfo } from './documents/server-info'

/** Returns the metadata of the MCP server, which states its authorization server (RFC 9728, 2). */
export function protectedResourceMetadata({ publicUrl }: ServerInfo): string {
  return JSON.stringify({
    resource: addresses.mcp(publicUrl),
    resource_name: 'Exhibit',
    authorization_servers: [publicUrl],
    scopes_supported: capabilities,
    bearer_methods_supported: ['header'],
  })
}

/** Returns the metadata of the authorization server (RFC 8414, 2). */
export function authorizationServerMetadata({ publicUrl }: ServerInfo): string {
  return JSON.stringify({
    issuer: publicUrl,
    authorization_endpoint: `${publicUrl}/oauth/authorize`,
    token_endpoint: `${publicUrl}/oauth/token`,
    registration_endpoint: `${publicUrl}/oauth/register`,
    revocation_endpoint: `${publicUrl}/oauth/revoke`,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    authorization_response_iss_parameter_supported: true,
    scopes_supported: capabilities,
  })
}
