import { contract } from '#shared/contract'
import { replyToThread } from '~~/server/domain/thread/reply-to-thread'
import { defineOperation } from '~~/server/http/operation'

export default defineOperation(contract.replyToThread, replyToThread)
