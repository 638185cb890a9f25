import { contract } from '#shared/contract'
import { bootstrapWorkspace } from '~~/server/domain/bootstrap/bootstrap-workspace'
import { defineOperation } from '~~/server/http/operation'

export default defineOperation(contract.bootstrapWorkspace, bootstrapWorkspace)
