import { contract } from '#shared/contract'
import { createWorkspace } from '~~/server/domain/workspace/create-workspace'
import { defineOperation } from '~~/server/http/operation'

export default defineOperation(contract.createWorkspace, createWorkspace)
