import { contract } from '#shared/contract'
import { resolveThread } from '~~/server/domain/thread/set-status'
import { defineOperation } from '~~/server/http/operation'

export default defineOperation(contract.resolveThread, resolveThread)
