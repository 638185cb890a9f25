import { contract } from '#shared/contract'
import { requireHuman } from '~~/server/access/actor'
import { watchReview } from '~~/server/domain/review/watch-review'
import { defineStreamOperation } from '~~/server/http/operation'
import { sendEvents } from '~~/server/http/send-events'

export default defineStreamOperation(contract.watchReview, async (event, actor, input) =>
  sendEvents(
    event,
    await watchReview(actor, input),
    { kind: 'session', id: requireHuman(actor).sessionId },
    input.since,
  ),
)
