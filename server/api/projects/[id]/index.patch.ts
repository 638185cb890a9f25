import { contract } from '#shared/contract'
import { renameProject } from '~~/server/domain/project/rename-project'
import { defineOperation } from '~~/server/http/operation'

export default defineOperation(contract.renameProject, renameProject)
