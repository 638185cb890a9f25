import { hideAdminPage } from '~~/server/http/admin-page'

export default hideAdminPage
