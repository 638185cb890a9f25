import { contract } from '#shared/contract'
import { claimWorkspace } from '~~/server/domain/workspace/claim'
import { defineOperation } from '~~/server/http/operation'

export default defineOperation(contract.claimWorkspace, claimWorkspace)
