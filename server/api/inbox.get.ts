import { contract } from '#shared/contract'
import { readInbox } from '~~/server/domain/review/read-inbox'
import { defineOperation } from '~~/server/http/operation'

export default defineOperation(contract.readInbox, readInbox)
