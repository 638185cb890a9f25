import { contract } from '#shared/contract'
import { listThreads } from '~~/server/domain/thread/list-threads'
import { defineOperation } from '~~/server/http/operation'

export default defineOperation(contract.listThreads, listThreads)
