import { contract } from '#shared/contract'
import { readClaim } from '~~/server/domain/bootstrap/read-claim'
import { defineOperation } from '~~/server/http/operation'

export default defineOperation(contract.readClaim, readClaim)
