import type { z } from 'zod'
import {
  DeviceCode,
  DeviceCodeRequest,
  deviceErrors,
  deviceGrantType,
  DeviceLoginError,
  DeviceToken,
  DeviceTokenRequest,
} from '../../device-login'
import { headersOf } from './headers'
import { errorResponse, type Components } from './responses'
import { toSchema, type Json } from './schema'

interface Step {
  operationId: string
  summary: string
  description: string
  request: z.ZodType
  example: Json
  response: z.ZodType
  errors: (keyof typeof deviceErrors)[]
}

/**
 * Returns the paths of the device login for `/openapi.json`. The contract has no rows for them, because
 * better-auth handles these requests.
 */
export function deviceLoginPaths(clientId: string, components: Components): Record<string, Json> {
  return {
    '/api/auth/device/code': {
      post: describeStep(components, {
        operationId: 'requestDeviceCode',
        summary: 'Begin a device login (RFC 8628)',
        description:
          'Show the person `verification_uri_complete`. They sign in there and approve or deny. ' +
          'The codes are valid for 30 minutes. At most 10 requests a minute for each client address.',
        request: DeviceCodeRequest,
        example: { client_id: clientId },
        response: DeviceCode,
        errors: ['invalid_request', 'invalid_client', 'bad_request'],
      }),
    },
    '/api/auth/device/token': {
      post: describeStep(components, {
        operationId: 'pollDeviceToken',
        summary: 'Poll for the outcome of a device login (RFC 8628)',
        description:
          'Poll at the stated interval while the error is `authorization_pending` or `slow_down`. Exchange ' +
          'the session token for an agent token at `POST /api/tokens`, then discard it. ' +
          'A device code gives one token. Polls count as writes, 60 a minute for each client address.',
        request: DeviceTokenRequest,
        example: { grant_type: deviceGrantType, device_code: 'DEVICE_CODE', client_id: clientId },
        response: DeviceToken,
        errors: [
          'authorization_pending',
          'slow_down',
          'access_denied',
          'expired_token',
          'invalid_grant',
          'invalid_client',
          'invalid_request',
          'bad_request',
        ],
      }),
    },
  }
}

function describeStep(components: Components, step: Step): Json {
  const schema = toSchema(step.request, 'input', components.schemas)
  const error = toSchema(DeviceLoginError, 'output', components.schemas)
  return {
    operationId: step.operationId,
    tags: ['Device login'],
    summary: step.summary,
    description: `${step.description} Credentials: none.`,
    security: [],
    requestBody: {
      required: true,
      content: {
        'application/x-www-form-urlencoded': { schema, example: step.example },
        'application/json': { schema, example: step.example },
      },
    },
    responses: {
      200: {
        description: 'The result.',
        ...headersOf('Cache-Control', 'Pragma'),
        content: { 'application/json': { schema: toSchema(step.response, 'output', components.schemas) } },
      },
      400: {
        description: step.errors.map(code => `\`${code}\`: ${deviceErrors[code]}`).join(' '),
        ...headersOf('Cache-Control'),
        content: {
          'application/json': {
            schema: {
              allOf: [
                error,
                { type: 'object', properties: { error: { type: 'string', enum: step.errors } } },
              ],
            },
          },
        },
      },
      413: errorResponse(['too_large'], components),
      415: {
        description: 'The body is neither a form nor JSON.',
        ...headersOf('Cache-Control'),
        content: { 'application/json': { schema: error } },
      },
      429: errorResponse(['rate_limited'], components),
      500: errorResponse(['internal_error'], components),
      503: errorResponse(['unavailable'], components),
      507: errorResponse(['insufficient_storage'], components),
      default: errorResponse(null, components),
    },
  }
}
