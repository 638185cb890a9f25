import { defineCachedOperation } from '~~/server/http/cached-operation'

export default defineCachedOperation('readContext')
