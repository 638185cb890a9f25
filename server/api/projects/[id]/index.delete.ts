import { contract } from '#shared/contract'
import { deleteProject } from '~~/server/domain/project/delete-project'
import { defineOperation } from '~~/server/http/operation'

export default defineOperation(contract.deleteProject, deleteProject)
