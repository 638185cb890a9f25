import { contract } from '#shared/contract'
import { receiveUpload } from '~~/server/domain/upload/receive-upload'
import { defineStreamOperation } from '~~/server/http/operation'
import { requestBytes } from '~~/server/http/request-bytes'

export default defineStreamOperation(contract.receiveUpload, async (event, _actor, input) => {
  const { body, contentLength } = requestBytes(event)
  return receiveUpload(input.token, body, contentLength)
})
