import { contract } from '#shared/contract'
import { resolveThread } from '~~/server/domain/thread/resolve-thread'
import { defineOperation } from '~~/server/http/operation'

export default defineOperation(contract.resolveThread, resolveThread)
