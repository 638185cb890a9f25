import { contract } from '#shared/contract'
import { renameProject } from '~~/server/domain/project/rename'
import { defineOperation } from '~~/server/http/operation'

export default defineOperation(contract.renameProject, renameProject)
