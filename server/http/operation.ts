import { defineEventHandler, getQuery, getRouterParams, type EventHandler, type H3Event } from 'h3'
import { contract, type OperationId } from '#shared/contract'
import type { Operation } from '#shared/contract/kit/operation'
import { AppError } from '#shared/errors'
import { MINUTE } from '#shared/time'
import { addressUsed, redeemAddress, type AddressedCall } from '~~/server/access/evidence-address'
import type { Call } from '~~/server/transport/invoke'
import { readForm, readJson, readText, requestBytes } from './bodies/body'
import { readCaller } from './caller'
import { clientAddress } from './client'
import { sendError } from './errors'
import { countBody, countExport } from './shares'
import { setIgnoredHeader } from './ignored-fields'
import { readMultipart, type StoredForm } from './bodies/multipart'
import { recordCaller, recordOperation } from './observe'
import { invokeAndRespond, type Options } from './responses/send-result'
import { requestHeader } from './request-header'
import { anonymousCaller } from './share-cookies'

/**
 * The time limit in milliseconds for receiving an image. To send 10 MiB within this time, a client needs 35
 * KiB per second.
 */
const PICTURE_MS = 5 * MINUTE

/**
 * Returns the HTTP handler of an operation. It reads the caller, the parameters and the body from the
 * request, invokes the operation and sends its result or error.
 */
export function defineOperation<Id extends OperationId>(id: Id, options: Options<Id> = {}): EventHandler {
  return defineHandler(id, (event, row, call) => invokeAndRespond(event, row, id, call, options))
}

/**
 * Returns the HTTP handler of an operation. The handler reads the call from the request. `respond` then
 * invokes the operation and sends the response.
 */
export function defineHandler(
  id: OperationId,
  respond: (event: H3Event, row: Operation, call: Call) => Promise<unknown>,
): EventHandler {
  const row: Operation = contract[id]
  return defineEventHandler(async event => {
    recordOperation(event, id)
    let form: StoredForm | undefined
    let endShare: (() => void) | undefined
    let addressed: AddressedCall | undefined
    try {
      const query = event.path.includes('?') ? getQuery(event) : {}
      if (row.takesTicket && query.ticket !== undefined) addressed = await redeemAddress(String(query.ticket))
      // The URL of an anonymous operation is itself the credential, so no other credentials are read.
      const actor = addressed
        ? addressed.agent
        : row.auth.anonymous
          ? anonymousCaller(event, row)
          : await readCaller(event, { sessionToken: row.sessionBearer, adminToken: row.auth.adminToken })
      recordCaller(event, actor)
      setIgnoredHeader(event, 'query', row.query, query)
      if (row.rate === 'export') endShare = countExport(actor, () => clientAddress(event))
      const call: Call = {
        actor,
        client: () => clientAddress(event),
        params: getRouterParams(event, { decode: true }),
        query,
        async readBody() {
          if (row.multipart) {
            endShare = countBody('forms', actor)
            form = await readMultipart(event, row.body, row.multipart)
            return addressed ? withFields(form, addressed) : form
          }
          if (row.rawRequest?.isPicture) endShare = countBody('pictures', actor)
          return readBody(event, row)
        },
        isReceived: event.node.req.complete,
        // The ticket of a one-time URL is the idempotency key, so that the URL has only one effect.
        idempotencyKey: addressed ? String(query.ticket) : requestHeader(event, 'idempotency-key'),
      }
      return await respond(event, row, call)
    } catch (error) {
      const isUsed = addressed && error instanceof AppError && error.code === 'idempotency_key_reuse'
      return sendError(event, isUsed ? addressUsed() : error, row)
    } finally {
      await form?.remove()
      endShare?.()
    }
  })
}

/**
 * Returns a form with the texts that were stored with its one-time address. Throws `bad_request` if the form
 * itself contains texts.
 */
function withFields(form: StoredForm, { fields }: AddressedCall): StoredForm {
  const [field] = Object.keys(form.fields)
  if (field !== undefined)
    throw new AppError('bad_request', {
      field,
      message: 'A one-time address takes files only: its texts were given when it was created.',
      hint: 'Send the files alone, or get an address with other texts.',
    })
  return { ...form, fields }
}

/**
 * Reads a body in the format that the operation declares: see RawRequests in server/transport/operations.ts.
 */
async function readBody(event: H3Event, row: Operation): Promise<unknown> {
  if (row.form) return readForm(event)
  if (!row.rawRequest) {
    const body = await readJson(event, row.jsonLimits)
    setIgnoredHeader(event, 'body', row.body, body)
    return body
  }
  if (row.rawRequest.raw === 'application/octet-stream')
    return requestBytes(event, row.rawRequest.isPicture ? PICTURE_MS : undefined)
  return { text: await readText(event), header: (name: string) => requestHeader(event, name) }
}
