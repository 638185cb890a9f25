import { contract } from '#shared/contract'
import { deleteThread } from '~~/server/domain/thread/delete-thread'
import { defineOperation } from '~~/server/http/operation'

export default defineOperation(contract.deleteThread, deleteThread)
