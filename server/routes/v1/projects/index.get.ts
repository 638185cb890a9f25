import { defineAnswer } from '~~/server/http/answer'

export default defineAnswer('listCatalog')
