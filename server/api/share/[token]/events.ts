import { contract } from '#shared/contract'
import { watchShare } from '~~/server/domain/share-link/watch-share'
import { defineStreamOperation } from '~~/server/http/operation'
import { sendEvents } from '~~/server/http/send-events'

export default defineStreamOperation(contract.watchShare, async (event, actor, input) =>
  sendEvents(event, await watchShare(actor, input), { kind: 'share', id: input.token }, input.since),
)
