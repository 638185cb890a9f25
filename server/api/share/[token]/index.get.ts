import { contract } from '#shared/contract'
import { readShare } from '~~/server/domain/share-link/read-share'
import { defineOperation } from '~~/server/http/operation'

export default defineOperation(contract.readShare, readShare)
