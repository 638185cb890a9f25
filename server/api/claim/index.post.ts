import { contract } from '#shared/contract'
import { claimWorkspace } from '~~/server/domain/bootstrap/claim-workspace'
import { defineOperation } from '~~/server/http/operation'

export default defineOperation(contract.claimWorkspace, claimWorkspace)
