import type { ErrorCode } from './errors'
import { featureFor } from '../../permissions'
import type { Operation } from './operation'

/**
 * Returns the error codes of an operation. Some of them follow from its credentials, parameters and body. The
 * others are listed in its row of the contract. Errors that concern the connection or the HTTP method (405,
 * 408, 431) are left out.
 */
export function errorCodesOf(row: Operation): ErrorCode[] {
  const hasBody = row.body !== undefined
  const codes: (ErrorCode | false)[] = [
    hasBody && 'bad_request',
    !row.auth.anonymous && 'unauthorized',
    mayBeForbidden(row) && 'forbidden',
    !row.auth.anonymous && 'suspended',
    (row.params !== undefined || row.action === 'administer' || mayBeHidden(row)) && 'not_found',
    row.idempotent && 'idempotency_key_reuse',
    row.idempotent && 'idempotency_in_progress',
    hasBody && 'too_large',
    hasBody && 'unsupported_media_type',
    (hasBody || row.query !== undefined || row.idempotent) && 'invalid_request',
    // Wrong values of `ADMIN_TOKEN` are limited, even if the calls of the operation are not.
    (row.rate !== 'none' || row.auth.adminToken) && 'rate_limited',
    'internal_error',
    'unavailable',
    row.method !== 'GET' && 'insufficient_storage',
    ...row.errors,
  ]
  return [...new Set(codes.filter(code => code !== false))]
}

/** Returns whether the URL of an operation does not exist on a server where a part of it is turned off. */
const mayBeHidden = ({ action, auth }: Operation): boolean => {
  const feature = featureFor(action, 'anonymous')
  return feature === 'mcp' || (auth.anonymous && feature !== undefined)
}

/**
 * Returns whether an operation can fail with `forbidden`. It cannot if it needs no credential, or if it only
 * reads and both people and every agent token may call it.
 */
const mayBeForbidden = ({ auth, method }: Operation) =>
  !auth.anonymous && !(method === 'GET' && auth.human && auth.agent === 'any')
