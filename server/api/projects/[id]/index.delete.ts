import { contract } from '#shared/contract'
import { deleteProject } from '~~/server/domain/project/delete'
import { defineOperation } from '~~/server/http/operation'

export default defineOperation(contract.deleteProject, deleteProject)
