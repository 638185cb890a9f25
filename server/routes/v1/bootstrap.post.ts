import { contract } from '#shared/contract'
import { bootstrapWorkspace } from '~~/server/domain/workspace/bootstrap'
import { defineOperation } from '~~/server/http/operation'

export default defineOperation(contract.bootstrapWorkspace, bootstrapWorkspace)
