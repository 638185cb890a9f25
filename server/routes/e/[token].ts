import { contract } from '#shared/contract'
import { readCapability } from '~~/server/domain/media-link/read-capability'
import { defineStreamOperation } from '~~/server/http/operation'
import { sendServed } from '~~/server/http/send-served'

export default defineStreamOperation(contract.readCapability, async (event, _actor, input) => {
  const served = await readCapability(input)
  return sendServed(event, served, served)
})
