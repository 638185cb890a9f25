import { contract } from '#shared/contract'
import { listEvents } from '~~/server/domain/event/list-events'
import { defineOperation } from '~~/server/http/operation'

export default defineOperation(contract.listEvents, listEvents)
