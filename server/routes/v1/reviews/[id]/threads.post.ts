import { contract } from '#shared/contract'
import { createThread } from '~~/server/domain/thread/create-thread'
import { defineOperation } from '~~/server/http/operation'

export default defineOperation(contract.createThread, createThread)
