import { contract } from '#shared/contract'
import { deleteProject } from '~~/server/domain/artifact/delete'
import { defineOperation } from '~~/server/http/operation'

export default defineOperation(contract.deleteProject, deleteProject)
